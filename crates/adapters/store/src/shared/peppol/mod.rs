//! Registrations, received documents, credit, and the trail of what happened.

pub(super) mod accounts;
pub(super) mod credit;
mod inbox;
mod inbox_list;
pub(super) mod ledger;
#[cfg(test)]
mod plans;
mod send_settings;
pub(super) mod trail;
mod trail_lines;
