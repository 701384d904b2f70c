//! One binary for all integration tests of `testkit`: each binary links anew.

mod fakes;
mod memory;
mod suite;
