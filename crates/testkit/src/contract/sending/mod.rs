//! Documents on their way out.

pub mod credit;
pub mod moves;
pub mod releases;
pub mod sapi;
pub mod send_settings;
pub mod sends_atomicity;
pub(super) mod setup;
pub mod staged;
pub mod submission_lists;
pub mod submissions;
pub mod volume;
