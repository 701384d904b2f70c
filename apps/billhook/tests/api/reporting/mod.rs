//! What is reported to the network and to the tax authority.

pub(super) mod network_reports;
pub(super) mod stand_in;
pub(super) mod tax_answers;
pub(super) mod tax_reports;
