//! One binary for all integration tests of `webhook-http`: each binary links again.

mod addresses;
mod common;
mod contract;
mod delivery;
mod faults;
mod tls;
