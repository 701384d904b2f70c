//! Billhook's storage: the ports of the domain on SQLite and on PostgreSQL.
//!
//! [`Store::open`] takes a URL, [`Store::migrate`] brings the schema up to date,
//! [`Store::check_ready`] says whether it can be used, and [`Store`]
//! implements every port: [`invoicing::InvoiceStore`], [`invoicing::rates::RateCache`], [`invoicing::files::PdfLog`],
//! [`invoicing::records::ProvisionStore`], [`idempotency::IdempotencyStore`], [`access::AccessStore`],
//! [`organizations::OrganizationStore`], [`organizations::ClaimStore`],
//! [`peppol_connector::ports::AccountStore`], [`peppol_connector::ports::SendSettingsStore`],
//! [`peppol_connector::ports::InboxStore`], [`peppol_connector::ports::AuditStore`],
//! [`peppol_connector::ports::SubmissionStore`], [`peppol_connector::ports::SubmissionLists`],
//! [`peppol_connector::ports::CreditStore`], [`jobs::JobQueue`],
//! [`oauth::ports::OAuthStore`], [`sign_in::SignInStore`], [`members::MemberStore`],
//! [`webhooks::ports::EndpointStore`], [`webhooks::ports::DeliveryStore`], [`webhooks::ports::FeedStore`].
//!
//! The queries are written once (`shared/`) and compiled once per backend, with the aliases
//! `Conn` and `Db`; what is particular to a backend stands in `sqlite/` and `postgres/`.

// `shared/` is compiled once per backend on purpose
#![allow(clippy::duplicate_mod)]

mod database_url;
mod error;
mod names;
mod network_names;
mod options;
mod ports;
mod postgres;
mod readiness;
mod secrets_key;
mod sql_types;
mod sqlite;
mod store;
mod timing;
mod together;
mod unreadable;

#[cfg(test)]
#[path = "../tests/databases/fill.rs"]
mod fill;

pub use database_url::{DatabaseUrlError, check_database_url, is_on_this_machine};
pub use options::{StoreOptions, Synchronous};
pub use postgres::Postgres;
pub use readiness::NotReady;
pub use secrets_key::SecretsKey;
pub use secrets_key::SecretsKeyFits;
pub use sqlite::Sqlite;
pub use store::Store;
pub use timing::DatabaseTime;
pub use unreadable::unreadable_rows;
