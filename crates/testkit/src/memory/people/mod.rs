//! Access: keys, people, applications.

pub(super) mod access;
pub(super) mod keys;
pub(super) mod members;
pub(super) mod oauth;
pub(super) mod operator;
pub(super) mod seats;
pub(super) mod sign_in;
