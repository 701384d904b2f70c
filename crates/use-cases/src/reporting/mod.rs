//! Reports: the provider's monthly statistics, and tax data to the authority.

pub(crate) mod exchange_log;
pub mod provider_reports;
pub mod tax_reports;
