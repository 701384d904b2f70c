//! SQLite: one file in WAL mode, one connection that writes durably, one that writes without waiting
//! for the disk, a few that read.

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

/// What fills holes of statements here. No row is locked: a transaction that writes has the whole
/// file. What need not wait for the disk is in a transaction that does not: see [`Sqlite::begin_relaxed`].
pub(crate) const DIALECT: &[(&str, &str)] = &[
    ("for_update", ""),
    ("for_change", ""),
    ("for_share", ""),
    ("skip_locked", ""),
    ("position", "instr"),
    ("relaxed", ""),
    // without statistics any index of the organization looks as good
    ("owed_index", "INDEXED BY invoices_owed"),
    ("first_of_month", "date(day, 'start of month')"),
];
/// Whether any migration was ever run.
pub(crate) const SCHEMA_IS_MIGRATED: &str =
    "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE name = '__diesel_schema_migrations')";
