//! One binary for all integration tests of `webhooks`: each binary links again.

mod addresses;
mod common;
mod deliveries;
mod endpoints;
mod feed;
mod signatures;
mod urls;
mod worker;
