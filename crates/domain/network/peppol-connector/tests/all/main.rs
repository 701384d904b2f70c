//! One binary for all integration tests of `peppol-connector`: each binary links again.

mod answers;
mod common;
mod content;
mod credit;
mod dispatch;
mod exactly_once;
mod groups;
mod leaving;
mod native;
mod recorded_notes;
mod repair;
mod send;
mod send_properties;
mod state_machine;
