//! One binary for all integration tests of `exchange-rates`: each binary links anew.

mod formats;
mod http;
