//! One binary for all integration tests of `testkit`: each binary links again.

mod fakes;
mod memory;
mod suite;
