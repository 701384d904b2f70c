//! How SQLite explains a query, for the tests of query plans.

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

/// The text before the name of an index in a plan.
pub(crate) const USING: &str = "USING INDEX ";
/// Texts that the plan of a list must not contain: it would read all rows, or sort them.
pub(crate) const SLOW: [&str; 2] = ["SCAN", "TEMP B-TREE"];

/// The statements that give the planner its statistics: none, as always in production, or all.
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
