//! Many start at once on an empty database: one migrates, the others wait.

use crate::{children, database::Place};
use std::fs;
use store::Store;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn sqlite_is_migrated_once_by_many_processes() {
    processes(Place::sqlite(), "sqlite").await;
}

#[test_databases::on_postgres]
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn postgres_is_migrated_once_by_many_processes() {
    let place = Place::postgres().await;
    processes(place, "postgres").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn sqlite_is_migrated_once_by_many_tasks() {
    tasks(Place::sqlite(), "sqlite").await;
}

#[test_databases::on_postgres]
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn postgres_is_migrated_once_by_many_tasks() {
    let place = Place::postgres().await;
    tasks(place, "postgres").await;
}

const MANY: usize = 8;

async fn processes(place: Place, kind: &str) {
    let children: Vec<_> = (0..MANY).map(|_| children::migrating(&place.url())).collect();
    let mut ran = Vec::new();
    for mut child in children {
        ran.extend(children::words(&mut child));
        assert!(child.wait().expect("ended").success(), "a process could not start");
    }
    let ran: Vec<usize> = ran.iter().map(|word| word.parse().expect("a number")).collect();
    check(&place, kind, &ran).await;
}

async fn tasks(place: Place, kind: &str) {
    let start = |url: String| async move {
        let store = Store::open(&url, crate::database::options()).await.expect("opened");
        store.migrate().await.expect("migrated")
    };
    let tasks: Vec<_> = (0..MANY).map(|_| tokio::spawn(start(place.url()))).collect();
    let mut ran = Vec::new();
    for task in tasks {
        ran.push(task.await.expect("no panic"));
    }
    check(&place, kind, &ran).await;
}

/// One ran all of them, the others none.
async fn check(place: &Place, kind: &str, ran: &[usize]) {
    let folder = format!("{}/../../../migrations/{kind}", env!("CARGO_MANIFEST_DIR"));
    let known = fs::read_dir(folder).expect("the migrations").count();
    let mut ran = ran.to_vec();
    ran.sort_unstable();
    let mut expected = vec![0; MANY];
    expected[MANY - 1] = known;
    assert_eq!(ran, expected);
    assert_eq!(place.open().await.pending_migrations().await.expect("asked"), 0);
    assert_eq!(place.count("__diesel_schema_migrations").await, known);
    assert_eq!(place.count("invoices").await, 0);
}

mod down_and_up {
    crate::on_both!(migrations_can_be_taken_back);

    /// Each undoes all that it did: they run again on what is left.
    async fn migrations_can_be_taken_back(database: &crate::database::Database) {
        let kind = database.store.kind();
        let folder = format!("{}/../../../migrations/{kind}", env!("CARGO_MANIFEST_DIR"));
        let entries = std::fs::read_dir(folder).expect("the migrations");
        let mut migrations: Vec<_> = entries.map(|entry| entry.expect("one").path()).collect();
        migrations.sort();
        for migration in migrations.iter().rev() {
            let sql = std::fs::read_to_string(migration.join("down.sql")).expect("down.sql");
            database.place.execute(&sql).await;
        }
        database.place.execute("delete from __diesel_schema_migrations").await;
        assert_eq!(database.store.migrate().await.expect("migrated"), migrations.len());
        database.store.check_ready().await.expect("ready");
    }
}
