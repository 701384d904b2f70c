//! Organizations and their registrations in the network.

pub(super) mod accounts;
pub(super) mod audit;
pub(super) mod audit_entries;
pub(super) mod cards;
pub(super) mod certificate_notices;
pub(super) mod entries;
pub(super) mod notices;
pub(crate) mod organizations;
#[cfg(test)]
pub(super) mod plans;
