//! One binary for all integration tests of `mail`: each binary links anew.

mod common;
mod configuration;
mod contract;
mod files;
mod smtp;
