//! Reports to the network and to the tax authority.

pub(super) mod exchanges;
pub(super) mod provider_reports;
pub(super) mod service_messages;
pub(super) mod tax_reports;
