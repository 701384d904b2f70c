//! Organizations, and their place in the network.

pub mod accounts;
pub mod audit;
pub mod cards;
pub mod certificate_notices;
pub mod claims;
pub mod entries;
pub mod notices;
pub mod organization_settings;
pub mod organizations;
pub(super) mod setup;
