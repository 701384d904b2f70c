//! Databases from before the first release. What their migrations made is one schema now: it is not made
//! again where they were run.

use super::super::Db;
use diesel::{connection::SimpleConnection, migration::Result};
use diesel_migrations::MigrationHarness;

/// The last of the old ones.
const LAST: &str = "20261128000482";
/// The one that makes the schema.
const SCHEMA: &str = "20261128000900";

#[derive(Debug, thiserror::Error)]
#[error(
    "the database was made by a development version of Billhook that is too old: run `billhook migrate` of \
     commit f8a2c989 first, then this one"
)]
struct TooOld;

/// Notes that a database has the schema which the old migrations made. Answers how many migrations that
/// stands for: one, or none where there is nothing to note.
///
/// # Errors
/// Where some of the old migrations were run, but not the last.
pub(crate) fn take_over(
    conn: &mut (impl MigrationHarness<Db> + SimpleConnection),
) -> Result<usize> {
    let run = conn.applied_migrations()?;
    let was_run = |version: &str| run.iter().any(|one| one.to_string() == version);
    if run.is_empty() || was_run(SCHEMA) {
        return Ok(0);
    }
    if !was_run(LAST) {
        return Err(Box::new(TooOld));
    }
    // what the schema no longer has, and that it is there
    conn.batch_execute(&format!(
        "DROP TABLE IF EXISTS request_counts;
         INSERT INTO __diesel_schema_migrations (version) VALUES ('{SCHEMA}')"
    ))?;
    Ok(1)
}
