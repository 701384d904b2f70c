//! One binary for all integration tests of `webhook-http`: each binary links anew.

mod addresses;
mod common;
mod contract;
mod delivery;
mod faults;
mod tls;
