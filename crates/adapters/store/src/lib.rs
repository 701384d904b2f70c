//! Billhook's storage: the ports of the domain on SQLite and on PostgreSQL.
//!
//! [`Store::open`] takes a URL, [`Store::migrate`] brings the schema up to date, [`Store::check_ready`] says whether
//! it can be used, and [`Store`] implements every [port](persistence::port!): it is
//! [one of two](persistence::OneOfTwo).
//!
//! The queries are written once (`shared/`) and compiled once per backend, with the aliases `Conn` and `Db`; code of
//! one backend only is in `sqlite/` and `postgres/`.

// `shared/` is compiled once per backend on purpose
#![allow(clippy::duplicate_mod)]

mod batcher;
mod database_url;
mod error;
mod names;
mod network_names;
mod options;
mod postgres;
mod readiness;
mod secrets_key;
mod sql_types;
mod sqlite;
mod store;
mod timing;
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
