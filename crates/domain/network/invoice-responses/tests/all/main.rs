//! One binary for all integration tests of `invoice-responses`: each binary links again.

mod incoming;
mod outgoing;
