//! One binary for all integration tests of `notifications`: each binary links anew.

mod letters;
mod messages;
