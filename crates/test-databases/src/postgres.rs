use crate::kept::Kept;
use std::{env, thread};
use store::{Store, StoreOptions};
use tokio::sync::OnceCell;
use tokio_postgres::{Client, NoTls};
use uuid::Uuid;

/// A PostgreSQL database of one test, on the server that `TEST_DATABASE_URL` names.
pub struct TempDatabase {
    server: String,
    name: String,
    /// One that is used again after the test; others are dropped.
    kept: Option<Kept>,
}

impl TempDatabase {
    /// Without a schema.
    ///
    /// # Panics
    /// If no server is named, or it does not answer.
    pub async fn create() -> Self {
        let server = server();
        let name = new_name();
        // template1 cannot be copied while another client is connected to it
        execute(&server, &format!("CREATE DATABASE {name} TEMPLATE template0")).await;
        Self { server, name, kept: None }
    }

    /// With the schema.
    ///
    /// # Panics
    /// If no server is named, or it does not answer.
    pub async fn migrated() -> Self {
        static READY: OnceCell<String> = OnceCell::const_new();
        let server = server();
        let template = READY.get_or_init(|| template(&server)).await;
        let kept = Kept::take(&server, template).await;
        Self { server, name: kept.name.clone(), kept: Some(kept) }
    }

    /// Its URL.
    #[must_use]
    pub fn url(&self) -> String {
        url_of(&self.server, &self.name)
    }
}

impl Drop for TempDatabase {
    fn drop(&mut self) {
        if self.kept.is_some() {
            return;
        }
        let (server, name) = (self.server.clone(), self.name.clone());
        let work = thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            let sql = format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)");
            runtime.expect("a runtime").block_on(execute(&server, &sql));
        });
        if work.join().is_err() && !thread::panicking() {
            panic!("the test's database could not be dropped");
        }
    }
}

/// How the names of templates begin.
pub(crate) const TEMPLATE: &str = "billhook_migrated_";

/// The name of the migrated template, which is made if there is none. Under a lock of the server:
/// one process makes it while the others wait.
async fn template(server: &str) -> String {
    let name = format!("{TEMPLATE}{}", env!("POSTGRES_MIGRATIONS"));
    let client = connect(server).await;
    run(&client, "SELECT pg_advisory_lock(5713962)").await;
    let known = client.query_opt("SELECT FROM pg_database WHERE datname = $1", &[&name]).await;
    if known.expect("the list of databases").is_none() {
        make(server, &client, &name).await;
    }
    name // the lock is given back as the connection closes
}

/// Migrates under another name, so that a template that exists is complete. Connections to it are forbidden, because a
/// database with connections cannot be copied.
async fn make(server: &str, client: &Client, name: &str) {
    let unfinished = new_name();
    run(client, &format!("CREATE DATABASE {unfinished} TEMPLATE template0")).await;
    let url = url_of(server, &unfinished);
    let store = Store::open(&url, StoreOptions::default()).await.expect("a new database");
    store.migrate().await.expect("migrated");
    drop(store);
    execute(&url, REMEMBER_ROWS).await;
    for sql in [
        format!("ALTER DATABASE {unfinished} ALLOW_CONNECTIONS false"),
        format!(
            "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity \
             WHERE datname = '{unfinished}'"
        ),
        format!("ALTER DATABASE {unfinished} RENAME TO {name}"),
    ] {
        run(client, &sql).await;
    }
}

/// What the migrations have put into tables stays readable: see [`Kept`].
const REMEMBER_ROWS: &str = "
    CREATE SCHEMA remembered;
    DO $$
    DECLARE name text; has_rows boolean;
    BEGIN
      FOR name IN SELECT relname FROM pg_class
        WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
      LOOP
        EXECUTE format('SELECT EXISTS (SELECT 1 FROM public.%I)', name) INTO has_rows;
        IF has_rows THEN
          EXECUTE format('CREATE TABLE remembered.%I AS TABLE public.%I', name, name);
        END IF;
      END LOOP;
    END $$";

fn new_name() -> String {
    format!("billhook_test_{}", Uuid::new_v4().simple())
}

/// The URL of another database on the same server.
pub(crate) fn url_of(server: &str, name: &str) -> String {
    let (place, parameters) = match server.split_once('?') {
        Some((place, parameters)) => (place, format!("?{parameters}")),
        None => (server, String::new()),
    };
    let scheme = place.find("://").map_or(0, |at| at + 3);
    let end = place[scheme..].find('/').map_or(place.len(), |at| scheme + at);
    format!("{}/{name}{parameters}", &place[..end])
}

pub(crate) async fn connect(server: &str) -> Client {
    let (client, connection) =
        tokio_postgres::connect(server, NoTls).await.expect("TEST_DATABASE_URL answers");
    tokio::spawn(connection);
    client
}

pub(crate) async fn run(client: &Client, sql: &str) {
    client.batch_execute(sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
}

pub(crate) async fn execute(server: &str, sql: &str) {
    run(&connect(server).await, sql).await;
}

/// The server for tests.
fn server() -> String {
    env::var("TEST_DATABASE_URL")
        .expect("TEST_DATABASE_URL names a server: tests without one are ignored")
}
