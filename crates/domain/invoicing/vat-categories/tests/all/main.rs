//! One binary for all integration tests of `vat-categories`: each binary links again.

mod categorise;
mod cross_border;
