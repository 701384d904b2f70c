//! One binary for all integration tests of `notifications`: each binary links again.

mod invoice_letters;
mod letters;
mod messages;
mod notices;
