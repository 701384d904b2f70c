//! Whether a store can be used.

use crate::database::{Database, Place};
use diesel_async::SimpleAsyncConnection;
use std::time::{Duration, Instant};
use store::NotReady;

crate::on_both!(
    a_migrated_store_is_ready,
    migrations_of_a_later_version_do_not_matter,
    a_server_tells_its_time,
);

async fn a_migrated_store_is_ready(database: &Database) {
    database.store.check_ready().await.expect("ready");
    let last = "delete from __diesel_schema_migrations where version = \
                (select max(version) from __diesel_schema_migrations)";
    database.place.execute(last).await;
    let answer = database.store.check_ready().await;
    assert!(matches!(answer, Err(NotReady::PendingMigrations(1))), "{answer:?}");
}

async fn migrations_of_a_later_version_do_not_matter(database: &Database) {
    let later = "insert into __diesel_schema_migrations (version) values ('20990101000000')";
    database.place.execute(later).await;
    database.store.check_ready().await.expect("ready");
}

/// A database in this process has the time of this process.
async fn a_server_tells_its_time(database: &Database) {
    let theirs = database.store.time().await.expect("asked");
    assert_eq!(theirs.is_some(), database.store.kind() == "postgres");
    let own = time::OffsetDateTime::now_utc();
    assert!(
        theirs.is_none_or(|theirs| (own - theirs).abs() < time::Duration::minutes(5)),
        "{theirs:?}"
    );
}

/// Asking changes nothing, so that a probe does not meddle with who migrates.
async fn an_empty_database_is_not_ready(place: Place, tables: &str) {
    let store = place.open().await;
    for _ in 0..2 {
        let answer = store.check_ready().await;
        assert!(matches!(answer, Err(NotReady::PendingMigrations(1..))), "{answer:?}");
    }
    assert_eq!(place.count(tables).await, 0);
    store.migrate().await.expect("migrated");
    store.check_ready().await.expect("ready");
}

#[tokio::test]
async fn an_empty_sqlite_file_is_not_ready() {
    an_empty_database_is_not_ready(Place::sqlite(), "sqlite_schema").await;
}

#[test_databases::on_postgres]
#[tokio::test]
async fn an_empty_postgres_database_is_not_ready() {
    let place = Place::postgres().await;
    let tables = "pg_tables where schemaname = 'public'";
    an_empty_database_is_not_ready(place, tables).await;
}

/// While another process writes, or migrates, the question is answered at once.
#[tokio::test]
async fn sqlite_answers_while_another_process_writes() {
    let database = Database::sqlite().await;
    let mut other = database.place.sqlite_connection();
    diesel::connection::SimpleConnection::batch_execute(&mut other, "begin immediate")
        .expect("begun");
    let started = Instant::now();
    database.store.check_ready().await.expect("ready");
    assert!(started.elapsed() < Duration::from_secs(1));
}

#[test_databases::on_postgres]
#[tokio::test]
async fn postgres_answers_while_another_process_migrates() {
    let database = Database::postgres().await;
    let mut other = database.place.postgres_connection().await;
    // the lock of the migrations
    other.batch_execute("select pg_advisory_lock(7091318301135957867)").await.expect("locked");
    let waiting = database.store.clone();
    let migrating = tokio::spawn(async move { waiting.migrate().await });
    let started = Instant::now();
    database.store.check_ready().await.expect("ready");
    assert!(started.elapsed() < Duration::from_secs(1));
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert!(!migrating.is_finished(), "migrating waits for the lock");
    drop(other);
    assert_eq!(migrating.await.expect("no panic").expect("migrated"), 0);
}

#[test_databases::on_postgres]
#[tokio::test]
async fn postgres_that_is_gone_is_unreachable() {
    let place = Place::postgres().await;
    let store = place.open().await;
    store.migrate().await.expect("migrated");
    store.check_ready().await.expect("ready");
    drop(place); // drops the database, since it is no copy
    let answer = store.check_ready().await;
    assert!(matches!(answer, Err(NotReady::Unreachable(_))), "{answer:?}");
}
