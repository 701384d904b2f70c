//! Which migrations the schema lacks, asked without a lock and without changing anything.

use super::super::{Db, Lane, MIGRATIONS, SCHEMA_IS_MIGRATED};
use super::statement::Statement;
use crate::{
    error::translate,
    sql_types::{Bool, Text},
};
use diesel::migration::MigrationSource;
use diesel_async::RunQueryDsl;
use persistence::StoreError;
use std::collections::HashSet;

/// How many of the migrations that this program knows were not run. Those of a later version of the
/// program do not matter: it keeps the schema usable for this one while both run.
pub(crate) async fn pending(conn: &mut Lane<'_>) -> Result<usize, StoreError> {
    let any: bool =
        Statement::<Bool>::new(SCHEMA_IS_MIGRATED).get_result(conn).await.map_err(translate)?;
    let run: HashSet<String> = if any {
        let versions = Statement::<Text>::new("SELECT version FROM __diesel_schema_migrations");
        versions.load(conn).await.map_err(translate)?.into_iter().collect()
    } else {
        HashSet::new()
    };
    let known = MigrationSource::<Db>::migrations(&MIGRATIONS).map_err(StoreError::Backend)?;
    let versions = known.iter().map(|migration| migration.name().version().to_string());
    Ok(versions.filter(|version| !run.contains(version)).count())
}
