//! One binary for all integration tests of `cii-builder`: each binary links again.

#[path = "../../../ubl-builder/tests/all/any_document.rs"]
mod any_document;
mod everything;
mod german;
mod golden;
mod kept;
mod losses;
mod round_trip;
mod sources;
mod terms;
