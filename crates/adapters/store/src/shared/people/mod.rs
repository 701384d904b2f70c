//! Access: keys, people and applications.

pub(in super::super) mod access;
pub(super) mod members;
pub(in super::super) mod oauth;
pub(super) mod sign_in;
