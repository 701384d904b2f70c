//! Databases that cannot be opened.

use crate::database::{Place, options};
use diesel::connection::SimpleConnection;
use std::{error::Error, fs, os::unix::fs::PermissionsExt, thread, time::Duration};
use store::{Store, StoreOptions};
use test_databases::TempFolder;

/// The error of opening `url`, with its causes.
async fn refusal(url: &str) -> String {
    let options = StoreOptions { acquire_timeout: Duration::from_secs(2), ..options() };
    let error = match Store::open(url, options).await {
        Err(error) => error,
        Ok(_) => panic!("{url} was opened"),
    };
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}

#[tokio::test]
async fn what_is_wrong_is_said_without_the_password() {
    for url in [
        "postgres://user:hush@127.0.0.1:1/billhook",
        "postgres://user:hush@[::1/billhook",
        "postgres://127.0.0.1:1/billhook?password=hush",
        "postgres://user:hush@127.0.0.1:1/billhook?sslmode=hush",
        "mysql://user:hush@127.0.0.1/billhook",
    ] {
        let text = refusal(url).await;
        assert!(!text.contains("hush"), "{text}");
        assert!(text.len() > 20, "{text}");
    }
}

#[tokio::test]
async fn a_file_that_is_no_database_is_refused() {
    let folder = TempFolder::create();
    fs::write(folder.file("billhook.db"), b"a letter to the tax office, by hand").expect("written");
    let text = refusal(&folder.url()).await;
    assert!(text.contains("not a database"), "{text}");
}

/// Also when the umask lets others read.
#[tokio::test]
async fn a_file_that_is_made_is_its_owner_s_alone() {
    let folder = TempFolder::create();
    let store = Store::open(&folder.url(), options()).await.expect("opened");
    store.migrate().await.expect("migrated");
    for name in ["billhook.db", "billhook.db-wal", "billhook.db-shm"] {
        let mode = fs::metadata(folder.file(name)).expect(name).permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{name}");
    }
    drop(store);
    fs::set_permissions(folder.file("billhook.db"), fs::Permissions::from_mode(0o640))
        .expect("set");
    Store::open(&folder.url(), options()).await.expect("opened");
    let mode = fs::metadata(folder.file("billhook.db")).expect("there").permissions().mode();
    assert_eq!(mode & 0o777, 0o640, "an operator's choice stays");
}

#[tokio::test]
async fn a_file_in_no_folder_is_refused_by_name() {
    let folder = TempFolder::create();
    let url = format!("sqlite:{}", folder.file("nowhere/billhook.db").display());
    let text = refusal(&url).await;
    assert!(text.contains("nowhere/billhook.db"), "{text}");
}

/// Turning on the write-ahead log needs the file alone, and SQLite does not wait for that by itself.
#[tokio::test]
async fn a_file_that_another_process_sets_up_is_waited_for() {
    let place = Place::sqlite();
    let mut other = place.sqlite_connection();
    other.batch_execute("begin immediate; create table other (id integer)").expect("begun");
    let release = thread::spawn(move || {
        thread::sleep(Duration::from_millis(300));
        other.batch_execute("commit")
    });
    let store = place.open().await;
    release.join().expect("no panic").expect("committed");
    store.migrate().await.expect("migrated");
    assert_eq!(place.texts("select journal_mode as text from pragma_journal_mode").await, ["wal"]);
}
