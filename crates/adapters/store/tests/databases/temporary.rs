//! Places for databases that vanish with the test. Also used by the crate's own tests.

use diesel_async::{AsyncConnection, AsyncPgConnection, SimpleAsyncConnection};
use std::{
    env, fs,
    io::{self, Write},
    path::PathBuf,
    sync::Once,
    thread,
};
use uuid::Uuid;

/// A folder for one test.
pub struct TempFolder(PathBuf);

impl TempFolder {
    pub fn new() -> Self {
        let path = env::temp_dir().join(format!("billhook-test-{}", Uuid::new_v4()));
        fs::create_dir(&path).expect("a folder for the test");
        Self(path)
    }

    pub fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The URL of a database in it.
    pub fn url(&self) -> String {
        format!("sqlite:{}", self.file("billhook.db").display())
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

/// A PostgreSQL database for one test.
pub struct TempDatabase {
    server: String,
    name: String,
}

impl TempDatabase {
    /// `None`, and plain words about it, when no server is named. A server that is named must
    /// answer.
    pub async fn create() -> Option<Self> {
        let Ok(server) = env::var("TEST_DATABASE_URL") else {
            say_that_it_is_left_out();
            return None;
        };
        let name = format!("billhook_test_{}", Uuid::new_v4().simple());
        // template1 cannot be copied while anybody else is connected to it
        administer(&server, &format!("CREATE DATABASE {name} TEMPLATE template0")).await;
        Some(Self { server, name })
    }

    pub fn url(&self) -> String {
        let (place, parameters) = match self.server.split_once('?') {
            Some((place, parameters)) => (place, format!("?{parameters}")),
            None => (self.server.as_str(), String::new()),
        };
        let scheme = place.find("://").map_or(0, |at| at + 3);
        let end = place[scheme..].find('/').map_or(place.len(), |at| scheme + at);
        format!("{}/{}{parameters}", &place[..end], self.name)
    }
}

impl Drop for TempDatabase {
    fn drop(&mut self) {
        let (server, name) = (self.server.clone(), self.name.clone());
        let work = thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            let sql = format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)");
            runtime.expect("a runtime").block_on(administer(&server, &sql));
        });
        if work.join().is_err() && !thread::panicking() {
            panic!("the test's database could not be dropped");
        }
    }
}

async fn administer(server: &str, sql: &str) {
    let mut conn = AsyncPgConnection::establish(server).await.expect("TEST_DATABASE_URL answers");
    conn.batch_execute(sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
}

/// Once per process, and past the capture of output: nobody should take this for a pass.
fn say_that_it_is_left_out() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        _ = io::stderr().write_all(
            b"\n*** The tests of the store on PostgreSQL are LEFT OUT. To run them:\n\
              *** TEST_DATABASE_URL=postgres://postgres@127.0.0.1:5432/test cargo test -p store\n\n",
        );
    });
}
