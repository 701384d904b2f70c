//! Who may do what: keys, people, applications.

pub(super) mod actor;
pub mod keys;
