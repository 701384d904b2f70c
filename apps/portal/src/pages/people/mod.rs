//! Access: keys, people, applications.

pub(super) mod actors;
pub(super) mod connections;
pub(super) mod keys;
