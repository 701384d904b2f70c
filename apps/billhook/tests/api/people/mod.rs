//! Who may do what: keys, people, applications.

pub(super) mod keys;
pub(super) mod members;
pub(super) mod oauth;
pub(super) mod oauth_attacks;
pub(super) mod oauth_client;
pub(super) mod partner_portal;
pub(super) mod portal_access;
pub(super) mod seats;
pub(super) mod tenancy;
