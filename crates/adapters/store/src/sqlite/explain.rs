//! For the tests of query plans: how SQLite tells one.

use super::{
    Conn, Db, Sqlite,
    shared::sql::{Fragment, FromRow},
};
use crate::StoreOptions;
use diesel_async::SimpleAsyncConnection;
use std::path::Path;
use test_databases::TempFolder;
pub(crate) use test_databases::on_sqlite as on_engine;

pub(crate) const EXPLAIN: Fragment = Fragment("EXPLAIN QUERY PLAN");

columns! {
    pub(crate) struct Line {
        detail: String,
    }
}

impl Line {
    pub(crate) fn into_text(self) -> String {
        self.detail
    }
}

/// How a plan names an index.
pub(crate) const USING: &str = "USING INDEX ";
/// What no plan of a list may hold: reading all rows, or sorting them.
pub(crate) const SLOW: [&str; 2] = ["SCAN", "TEMP B-TREE"];

/// What the planner is to know: nothing, as ever in service, or all.
pub(crate) const STATISTICS: &[&str] = &["", "analyze"];

pub(crate) async fn temporary() -> (Sqlite, TempFolder) {
    let folder = TempFolder::migrated().await;
    let url = folder.url();
    let path = Path::new(url.strip_prefix("sqlite:").expect("SQLite"));
    (Sqlite::open(path, &StoreOptions::default()).await.expect("opened"), folder)
}

pub(crate) async fn execute(store: &Sqlite, sql: &str) {
    let conn: &mut Conn = &mut store.writer().await.expect("the writer");
    conn.batch_execute(sql).await.expect("executed");
}
