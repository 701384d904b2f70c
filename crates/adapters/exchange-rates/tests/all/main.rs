//! One binary for all integration tests of `exchange-rates`: each binary links again.

mod banks;
mod contract;
mod formats;
mod http;
