//! Copies of the template that are emptied and used again: a hundred times as fast as a new copy.

use crate::postgres::{TEMPLATE, connect, execute, run, url_of};
use std::thread;
use tokio::sync::oneshot;
use tokio_postgres::Client;
use uuid::Uuid;

/// Advisory locks of this class say which places are taken.
const LOCKS: i32 = 5_713_962;

/// As the template was. Small tables are quicker to delete from than to truncate.
const EMPTY: &str = "
    SET session_replication_role = replica;
    DO $$
    DECLARE name text; relation regclass;
    BEGIN
      FOR name, relation IN SELECT relname, oid FROM pg_class
        WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
      LOOP
        IF pg_relation_size(relation) > 100000 THEN
          EXECUTE format('TRUNCATE %s CASCADE', relation);
        ELSE
          EXECUTE format('DELETE FROM %s', relation);
        END IF;
      END LOOP;
      FOR name IN SELECT relname FROM pg_class
        WHERE relkind = 'r' AND relnamespace = 'remembered'::regnamespace
      LOOP
        EXECUTE format('INSERT INTO public.%I SELECT * FROM remembered.%I', name, name);
      END LOOP;
    END $$";

/// A database that is this test's until it is dropped. It has a place, which a connection holds with a lock:
/// a test that dies gives it back too. Each test finds it under another name, so that the URL of the last test does not
/// reach it.
pub(crate) struct Kept {
    pub(crate) name: String,
    end: Option<oneshot::Sender<()>>,
    keeper: Option<thread::JoinHandle<()>>,
}

impl Kept {
    /// On a thread of its own: the lock outlives the runtime of a test.
    pub(crate) async fn take(server: &str, template: &str) -> Self {
        let (server, template) = (server.to_owned(), template.to_owned());
        let (say, name) = oneshot::channel();
        let (end, ended) = oneshot::channel();
        let keeper = thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.expect("a runtime").block_on(async {
                let client = connect(&server).await;
                if say.send(ready(&server, &client, &template).await).is_ok() {
                    _ = ended.await;
                }
            });
        });
        let name = name.await.expect("a database of the test's own");
        Self { name, end: Some(end), keeper: Some(keeper) }
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        self.end = None;
        if self.keeper.take().is_some_and(|keeper| keeper.join().is_err()) && !thread::panicking() {
            panic!("the test's database could not be given back");
        }
    }
}

/// The name of an empty copy of the template in a place that was free.
async fn ready(server: &str, client: &Client, template: &str) -> String {
    let place = free_place(client).await;
    let state = template.trim_start_matches(TEMPLATE);
    let name = format!("billhook_kept_{place}_{state}_{:08x}", Uuid::new_v4().as_fields().0);
    let of_this_state = format!("billhook_kept_{place}_{state}_");
    let mut is_ready = false;
    for old in of_place(client, place).await {
        if !is_ready && old.starts_with(&of_this_state) && renamed(client, &old, &name).await {
            execute(&url_of(server, &name), EMPTY).await;
            is_ready = true;
        } else {
            run(client, &format!("DROP DATABASE IF EXISTS {old} WITH (FORCE)")).await;
        }
    }
    if !is_ready {
        run(client, &format!("CREATE DATABASE {name} TEMPLATE {template}")).await;
    }
    name
}

/// A free place, which is held from now on.
async fn free_place(client: &Client) -> i32 {
    for place in 0.. {
        let sql = "SELECT pg_try_advisory_lock($1, $2)";
        if client.query_one(sql, &[&LOCKS, &place]).await.expect("a lock").get(0) {
            return place;
        }
    }
    unreachable!("there are as many places as tests")
}

/// What was left in a place, of any state of the migrations.
async fn of_place(client: &Client, place: i32) -> Vec<String> {
    let begin = format!("billhook_kept_{place}_");
    let sql = "SELECT datname::text FROM pg_database WHERE starts_with(datname::text, $1)";
    let rows = client.query(sql, &[&begin]).await.expect("the list of databases");
    rows.iter().map(|row| row.get(0)).collect()
}

/// Without the connections and the settings of the last test. Not when one comes back meanwhile.
async fn renamed(client: &Client, old: &str, new: &str) -> bool {
    let end = format!(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '{old}'"
    );
    run(client, &end).await;
    let rename = format!("ALTER DATABASE {old} RENAME TO {new}; ALTER DATABASE {new} RESET ALL");
    client.batch_execute(&rename).await.is_ok()
}
