//! One binary for all integration tests of `testkit`: each binary links anew.

mod memory;
mod suite;
