//! The reports to the network and to the tax authority.

pub(super) mod provider_reports;
pub(super) mod tax_reports;
