//! Databases that cannot be opened.

use crate::{database::options, temporary::TempFolder};
use std::{error::Error, fs, time::Duration};
use store::{Store, StoreOptions};

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
    let folder = TempFolder::new();
    fs::write(folder.file("billhook.db"), b"a letter to the tax office, by hand").expect("written");
    let text = refusal(&folder.url()).await;
    assert!(text.contains("not a database"), "{text}");
}

#[tokio::test]
async fn a_file_in_no_folder_is_refused_by_name() {
    let folder = TempFolder::new();
    let url = format!("sqlite:{}", folder.file("nowhere/billhook.db").display());
    let text = refusal(&url).await;
    assert!(text.contains("nowhere/billhook.db"), "{text}");
}
