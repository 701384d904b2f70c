//! What is reported to the network and to the tax authority.

pub mod provider_reports;
mod tax_report_setup;
pub mod tax_reports;
