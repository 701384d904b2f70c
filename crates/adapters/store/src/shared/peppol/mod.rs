//! Registrations, received documents, credit, and the audit log of what happened.

pub(super) mod accounts;
mod arrivals;
pub(super) mod audit;
mod audit_entries;
pub(super) mod cards;
mod certificate_notices;
pub(super) mod credit;
mod entries;
mod exchanges;
mod inbox;
mod inbox_list;
pub(super) mod ledger;
mod notices;
#[cfg(test)]
mod plans;
mod provider_reports;
mod responses;
mod send_settings;
mod service_messages;
mod standings;
mod statuses;
