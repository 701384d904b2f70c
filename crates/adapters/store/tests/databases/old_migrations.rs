//! Databases that the migrations from before the first release made, as they lie in `tests/old-migrations`.

use crate::database::Place;
use std::{fs, path::PathBuf};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite_of_old_migrations_has_the_same_schema() {
    has_the_same_schema(Place::sqlite(), &Place::sqlite(), SQLITE).await;
}

#[test_databases::on_postgres]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_of_old_migrations_has_the_same_schema() {
    has_the_same_schema(Place::postgres().await, &Place::postgres().await, POSTGRES).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite_with_some_of_them_is_left_as_it_is() {
    is_left_as_it_is(&Place::sqlite()).await;
}

#[test_databases::on_postgres]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_with_some_of_them_is_left_as_it_is() {
    is_left_as_it_is(&Place::postgres().await).await;
}

async fn has_the_same_schema(old: Place, new: &Place, schema: &str) {
    run(&old, &from(&old, "")).await;
    let store = old.open().await;
    let pending = store.pending_migrations().await.expect("counted");
    assert_eq!(store.migrate().await.expect("taken over"), pending);
    assert_eq!(store.migrate().await.expect("nothing to do"), 0);
    store.check_ready().await.expect("ready");
    new.open().await.migrate().await.expect("migrated");
    let (old, new) = (old.texts(schema).await, new.texts(schema).await);
    assert!(new.len() > 500, "{} lines", new.len());
    let lacks: Vec<_> = old.iter().filter(|line| !new.contains(line)).collect();
    let added: Vec<_> = new.iter().filter(|line| !old.contains(line)).collect();
    assert!(
        lacks.is_empty() && added.is_empty(),
        "the new one lacks {lacks:#?}, and has {added:#?}"
    );
}

async fn is_left_as_it_is(place: &Place) {
    let mut some = from(place, "");
    let last = some.pop();
    run(place, &some).await;
    let before = place.count("__diesel_schema_migrations").await;
    let refused = place.open().await.migrate().await.expect_err("too old");
    let why = std::error::Error::source(&refused).map(ToString::to_string).unwrap_or_default();
    assert!(why.contains("f8a2c989"), "{why}");
    assert_eq!(place.count("__diesel_schema_migrations").await, before);
    run(place, last.as_slice()).await;
    place.open().await.migrate().await.expect("taken over");
}

/// Those that come before `first`, in order.
pub fn before(place: &Place, first: &str) -> Vec<PathBuf> {
    all(place).into_iter().filter(|path| name(path) < first).collect()
}

/// `first` and those that come after it, in order.
pub fn from(place: &Place, first: &str) -> Vec<PathBuf> {
    all(place).into_iter().filter(|path| name(path) >= first).collect()
}

/// Runs them as the program of that time did.
pub async fn run(place: &Place, migrations: &[PathBuf]) {
    place
        .execute(
            "create table if not exists __diesel_schema_migrations (version varchar(50) primary key \
             not null, run_on timestamp not null default current_timestamp)",
        )
        .await;
    for migration in migrations {
        place.execute(&fs::read_to_string(migration.join("up.sql")).expect("up.sql")).await;
        let version = name(migration).split('_').next().expect("a version").replace('-', "");
        let done = format!("insert into __diesel_schema_migrations (version) values ('{version}')");
        place.execute(&done).await;
    }
}

fn all(place: &Place) -> Vec<PathBuf> {
    let kind = match place {
        Place::Sqlite(_) => "sqlite",
        Place::Postgres(_) => "postgres",
    };
    let folder = format!("{}/tests/old-migrations/{kind}", env!("CARGO_MANIFEST_DIR"));
    let entries = fs::read_dir(folder).expect("the migrations");
    let mut all: Vec<_> = entries.map(|entry| entry.expect("one").path()).collect();
    all.sort();
    all
}

fn name(migration: &std::path::Path) -> &str {
    migration.file_name().and_then(|name| name.to_str()).expect("a name")
}

/// A line for each column, key, index and table, as SQLite tells them.
const SQLITE: &str = "
    with tables as (select name, sql from sqlite_schema where type = 'table' \
      and name not like 'sqlite\\_%' escape '\\' and name not like '\\_\\_diesel%' escape '\\')
    select 'column ' || t.name || '.' || c.name || ' ' || c.type || ' ' || c.\"notnull\" || ' ' \
        || coalesce(c.dflt_value, '') || ' ' || c.pk as text
      from tables t, pragma_table_xinfo(t.name) c
    union all select 'key ' || t.name || ' ' || f.\"from\" || ' ' || f.\"table\" || '.' \
        || coalesce(f.\"to\", '') || ' ' || f.on_delete from tables t, pragma_foreign_key_list(t.name) f
    union all select 'unique ' || t.name || ' ' || i.origin || ' ' \
        || (select group_concat(c.name) from pragma_index_info(i.name) c)
      from tables t, pragma_index_list(t.name) i where i.origin <> 'c'
    union all select replace(replace(lower(sql), ' ', ''), char(10), '') from sqlite_schema \
      where type = 'index' and sql is not null
    union all select 'table ' || t.name || ' ' || l.strict || ' ' || l.wr || ' ' \
        || (length(t.sql) - length(replace(replace(t.sql, 'check (', ''), 'CHECK (', '')))
      from tables t, pragma_table_list(t.name) l where l.schema = 'main'
    order by 1";

/// The same, as PostgreSQL tells them.
const POSTGRES: &str = "
    with tables as (select oid, relname, relkind, relpersistence, reloptions from pg_class \
      where relnamespace = 'public'::regnamespace and relname not like '\\_\\_diesel%')
    select 'column ' || relname || '.' || attname || ' ' || format_type(atttypid, atttypmod) || ' ' \
        || attnotnull || ' ' || attstorage::text || ' ' || coalesce(pg_get_expr(adbin, adrelid), '') as text
      from tables join pg_attribute on attrelid = tables.oid
      left join pg_attrdef on adrelid = tables.oid and adnum = attnum
      where relkind = 'r' and attnum > 0 and not attisdropped
    union all select 'constraint ' || relname || ' ' || conname || ' ' || pg_get_constraintdef(c.oid)
      from tables join pg_constraint c on conrelid = tables.oid
    union all select 'index ' || pg_get_indexdef(oid) from tables where relkind = 'i'
    union all select 'table ' || relname || ' ' || relpersistence::text || ' ' \
        || coalesce(array_to_string(reloptions, ','), '') from tables
    order by 1";
