//! One binary for all integration tests of `ubl-builder`: each binary links again.

mod any_document;
mod embedding;
mod golden;
mod identifiers;
mod properties;
mod references;
