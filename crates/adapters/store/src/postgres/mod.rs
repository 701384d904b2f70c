//! PostgreSQL: a pool of connections, with as few round trips as possible.

#[macro_use]
mod concurrently;
#[macro_use]
#[path = "../shared/mod.rs"]
mod shared;
mod async_commit;
mod conn;
mod database;
#[cfg(test)]
mod explain;
mod issue;
mod issuer;
mod issuers;
mod migrate;
mod mutations;
mod next_numbers;
mod owned;
mod pool;
mod request_counts;
mod requests;
mod save;
mod save_together;
mod saves;
mod threads;
mod transaction;
mod turns;
mod webhook_sql;

pub(crate) use conn::{Conn, Db, ReadConn};
pub use database::Postgres;
/// The backend that `shared` implements the ports for.
pub(crate) use database::Postgres as Backend;
use invoicing::InvoiceFilter;
pub(crate) use migrate::MIGRATIONS;
pub(crate) use mutations::{commit_mutations, run_mutations};
use shared::sql::Fragment;

/// The texts of this backend for the holes of statements. A row that is locked `{for_change}` does not block
/// transactions that only refer to it.
pub(crate) const DIALECT: &[(&str, &str)] = &[
    ("for_update", "FOR UPDATE"),
    ("for_change", "FOR NO KEY UPDATE"),
    ("for_share", "FOR SHARE"),
    ("skip_locked", "SKIP LOCKED"),
    ("position", "strpos"),
    ("async_commit", async_commit::ASYNC_COMMIT),
    ("owed_index", ""),
    ("cause_index", ""),
    ("item_index", ""),
    ("first_of_month", "CAST(date_trunc('month', day) AS date)"),
];
/// The text before a date in a filter: empty, because the planner knows from its statistics how many invoices a range
/// of days holds.
pub(crate) const fn date_index_hint(_: &InvoiceFilter) -> Fragment {
    Fragment("")
}
/// Whether a migration was ever run.
pub(crate) const SCHEMA_IS_MIGRATED: &str =
    "SELECT to_regclass('__diesel_schema_migrations') IS NOT NULL";
