//! SQLite: one file in WAL mode, one connection that writes durably, one that writes without waiting for the disk, a
//! few that read.

#[macro_use]
mod concurrently;
#[macro_use]
#[path = "../shared/mod.rs"]
mod shared;
mod committer;
mod conn;
mod counting;
mod database;
mod date_index_hint;
#[cfg(test)]
mod explain;
#[cfg(test)]
mod group_tests;
mod issue;
mod issuer;
mod migrate;
mod mutations;
mod opening;
mod request_counts;
mod request_windows;
mod transaction;
mod webhook_sql;
mod writing;

pub(crate) use conn::{Conn, Db, ReadConn};
pub use database::Sqlite;
/// The backend that `shared` implements the ports for.
pub(crate) use database::Sqlite as Backend;
pub(crate) use date_index_hint::date_index_hint;
pub(crate) use migrate::MIGRATIONS;
pub(crate) use mutations::{commit_mutations, run_mutations};

/// The texts of this backend for the holes of statements. Rows are not locked: a transaction that writes locks the
/// whole file. Writes that need not wait for the disk use a transaction of their own kind: see
/// [`Sqlite::begin_async_commit`].
pub(crate) const DIALECT: &[(&str, &str)] = &[
    ("for_update", ""),
    ("for_change", ""),
    ("for_share", ""),
    ("skip_locked", ""),
    ("position", "instr"),
    ("async_commit", ""),
    // without statistics every index of the organization looks equally good
    ("owed_index", "INDEXED BY invoices_owed"),
    ("cause_index", "INDEXED BY stock_movements_cause"),
    ("item_index", "INDEXED BY stock_movements_item"),
    ("first_of_month", "date(day, 'start of month')"),
];
/// Whether a migration was ever run.
pub(crate) const SCHEMA_IS_MIGRATED: &str =
    "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = '__diesel_schema_migrations')";
