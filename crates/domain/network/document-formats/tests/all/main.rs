//! One binary for all integration tests of `document-formats`: each binary links again.

mod formats;
mod hybrids;
mod opening;
mod profile;
mod told;
