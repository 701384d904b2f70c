//! Databases from before the first release. Their migrations were merged into one that makes the whole schema; it is
//! not run where they were.

use super::super::super::Db;
use diesel::{connection::SimpleConnection, migration::Result};
use diesel_migrations::MigrationHarness;

/// The last of the old migrations.
const LAST: &str = "20261128000482";
/// The migration that makes the schema.
const SCHEMA: &str = "20261128000900";

#[derive(Debug, thiserror::Error)]
#[error(
    "the database was made by a development version of Billhook that is too old: run `billhook migrate` of \
     commit f8a2c989 first, then this one"
)]
struct TooOld;

/// Records that a database has the schema that the old migrations made. Returns how many migrations were recorded:
/// one, or none when there is nothing to record.
///
/// # Errors
/// When some of the old migrations were run, but not the last.
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
    // removes what the schema does not have any more, and records the migration
    conn.batch_execute(&format!(
        "DROP TABLE IF EXISTS request_counts;
         INSERT INTO __diesel_schema_migrations (version) VALUES ('{SCHEMA}')"
    ))?;
    Ok(1)
}
