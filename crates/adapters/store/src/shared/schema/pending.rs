//! Finds the migrations that the schema lacks, without a lock and without a change.

use super::super::{
    super::{MIGRATIONS, SCHEMA_IS_MIGRATED},
    sql::*,
};
use diesel::migration::MigrationSource;
use std::collections::HashSet;

/// The number of migrations of this program that were not run. Those of a later version of the program do not count:
/// it keeps the schema usable for this one while both run.
pub(crate) async fn pending(conn: &mut ReadConn<'_>) -> Result<usize> {
    let run: HashSet<String> = if sql!(SCHEMA_IS_MIGRATED).one(conn).await? {
        let versions = sql!("SELECT version FROM __diesel_schema_migrations");
        versions.all(conn).await?.into_iter().collect()
    } else {
        HashSet::new()
    };
    let known = MigrationSource::<Db>::migrations(&MIGRATIONS).map_err(StoreError::Backend)?;
    let versions = known.iter().map(|migration| migration.name().version().to_string());
    Ok(versions.filter(|version| !run.contains(version)).count())
}
