//! One binary for all integration tests of `factur-x`: each binary links again.

mod agreement;
mod pdf;
mod reading;
