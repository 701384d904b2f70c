//! One binary for all integration tests of `mail`: each binary links again.

mod common;
mod configuration;
mod contract;
mod files;
mod smtp;
