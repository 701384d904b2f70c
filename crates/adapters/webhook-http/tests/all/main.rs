//! One binary for all integration tests of `webhook-http`: each binary links anew.

mod addresses;
mod common;
mod delivery;
mod faults;
mod tls;
