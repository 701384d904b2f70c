//! The portal as a whole: ways between its pages, and what they cost.

mod access;
mod company;
pub(super) mod page_bounds;
mod paths;
pub(super) mod portal_around;
pub(super) mod portal_changes;
pub(super) mod portal_finding;
pub(super) mod portal_forms;
pub(super) mod portal_reading;
pub(super) mod portal_states;
pub(super) mod portal_unsent_forms;
pub(super) mod session;
mod writing;
