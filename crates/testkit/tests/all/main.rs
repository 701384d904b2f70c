//! One binary for all integration tests of `testkit`: each binary links again.

mod fake_accounting_program;
mod fakes;
mod fakes_of_publishing;
mod memory;
mod suite;
