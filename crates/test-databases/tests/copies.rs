//! Copies have the schema, and are each test's own.

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

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn many_at_once_on_postgresql() {
    let databases: Vec<_> = (0..8).map(|_| tokio::spawn(TempDatabase::migrated())).collect();
    for database in databases {
        if let Some(database) = database.await.expect("a database") {
            assert_ready(&database.url()).await;
        }
    }
}

#[tokio::test]
async fn an_empty_one_has_no_schema() {
    let folder = TempFolder::create();
    let store = Store::open(&folder.url(), StoreOptions::default()).await.expect("opened");
    assert!(store.check_ready().await.is_err());
}
