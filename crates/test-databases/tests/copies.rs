//! Copies have the schema, and are each test's own.

#[path = "../src/state.rs"]
mod state;

use std::fs;
use store::{Store, StoreOptions};
use test_databases::{TempDatabase, TempFolder};

async fn assert_ready(url: &str) {
    let store = Store::open(url, StoreOptions::default()).await.expect("opened");
    store.check_ready().await.expect("the schema is in it");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_at_once_on_sqlite() {
    let folders: Vec<_> = (0..8).map(|_| tokio::spawn(TempFolder::migrated())).collect();
    let mut urls = Vec::new();
    for folder in folders {
        let folder = folder.await.expect("a folder");
        assert_ready(&folder.url()).await;
        urls.push(folder.url());
    }
    urls.dedup();
    assert_eq!(urls.len(), 8);
}

#[test_databases::on_postgres]
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_at_once_on_postgresql() {
    let databases: Vec<_> = (0..8).map(|_| tokio::spawn(TempDatabase::migrated())).collect();
    for database in databases {
        assert_ready(&database.await.expect("a database").url()).await;
    }
}

#[tokio::test]
async fn an_empty_one_has_no_schema() {
    let folder = TempFolder::create();
    let store = Store::open(&folder.url(), StoreOptions::default()).await.expect("opened");
    assert!(store.check_ready().await.is_err());
}

/// One that was used before is as a new one, under another name.
#[test_databases::on_postgres]
#[tokio::test]
async fn a_used_one_is_empty_again() {
    let mut last = None;
    for _ in 0..3 {
        let database = TempDatabase::migrated().await;
        let url = database.url();
        assert_ready(&url).await;
        let client = client(&url).await.expect("connected");
        assert_eq!(count(&client, "request_windows").await, 0);
        assert_eq!(count(&client, "feed_places").await, 1);
        let change = "INSERT INTO request_windows VALUES (gen_random_uuid(), 'key', 1, 1);
                      DELETE FROM feed_places";
        client.batch_execute(change).await.expect("changed");
        assert_ne!(
            last.replace(url.clone()),
            Some(url),
            "whoever knows the last URL stays outside"
        );
    }
}

async fn client(url: &str) -> Option<tokio_postgres::Client> {
    let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls).await.ok()?;
    tokio::spawn(connection);
    Some(client)
}

async fn count(client: &tokio_postgres::Client, table: &str) -> i64 {
    let sql = format!("SELECT count(*) FROM {table}");
    client.query_one(&sql, &[]).await.expect("counted").get(0)
}

#[test]
fn a_migration_that_is_edited_has_another_name() {
    let folder = TempFolder::create();
    let migrations = folder.file("migrations");
    let one = migrations.join("2026-11-28-000001_one");
    fs::create_dir_all(&one).expect("a folder");
    let mut names = Vec::new();
    for up in
        ["CREATE TABLE a (b integer)", "CREATE TABLE a (c integer)", "CREATE TABLE a (b integer)"]
    {
        fs::write(one.join("up.sql"), up).expect("written");
        names.push(state::of_files(&migrations));
    }
    assert!(names[0] != names[1] && names[0] == names[2], "{names:?}");
    fs::rename(&one, migrations.join("2026-11-28-000002_one")).expect("renamed");
    assert_ne!(state::of_files(&migrations), names[0]);
}
