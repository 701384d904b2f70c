//! One binary for all integration tests of `peppol-messages`: each binary links again.

mod as4;
mod bounded;
mod cases;
mod envelopes;
mod invoice_responses;
mod mls;
mod profile;
mod resigned;
mod shapes;
mod smp_answers;
mod vectors;
