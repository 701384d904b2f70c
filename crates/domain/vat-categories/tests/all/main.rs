//! One binary for all integration tests of `vat-categories`: each binary links anew.

mod categorise;
mod cross_border;
