//! One binary for all integration tests of `notifications`: each binary links again.

mod letters;
mod messages;
