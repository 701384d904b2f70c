//! One binary for all integration tests of `xml`: each binary links again.

mod canonical;
mod flat;
mod guard;
mod one_of_each;
mod outline;
mod pieces;
mod writer;
