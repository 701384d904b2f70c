//! One binary for all integration tests of `correspondence`: each binary links again.

mod deciding;
