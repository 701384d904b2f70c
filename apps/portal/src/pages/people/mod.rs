//! Who may do what: keys, people, applications.

pub(super) mod actors;
pub(super) mod connections;
pub(super) mod keys;
