//! Sending documents.

pub(super) mod credit;
pub(super) mod ledger;
pub(super) mod sapi;
pub(super) mod seats;
pub(super) mod send_settings;
pub(super) mod submissions;
pub(super) mod volume;
