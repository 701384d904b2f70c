//! Which migrations the schema lacks, asked without a lock and without changing anything.

use super::{
    super::{MIGRATIONS, SCHEMA_IS_MIGRATED},
    sql::*,
};
use diesel::migration::MigrationSource;
use std::collections::HashSet;

/// How many of the migrations that this program knows were not run. Those of a later version of the
/// program do not matter: it keeps the schema usable for this one while both run.
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
