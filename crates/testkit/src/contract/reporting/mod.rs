//! What is reported to the network and to the tax authority.

pub mod provider_reports;
pub mod tax_reports;
