//! One binary for all integration tests of `contracts`: each binary links again.

mod checks;
mod life;
mod periods;
mod stored_rows;
