//! One binary for all integration tests of `billing-rules`: each binary links again.

mod any_bytes;
mod conformance;
mod hostile;
mod own_fixtures;
mod releases;
mod schema;
mod texts;
mod xrechnung;
