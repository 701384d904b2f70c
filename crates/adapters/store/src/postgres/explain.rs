//! How PostgreSQL explains a query, for the tests of query plans.

use super::{
    Conn, Db, Postgres,
    shared::sql::{Fragment, FromRow},
};
use crate::StoreOptions;
use diesel_async::SimpleAsyncConnection;
use test_databases::TempDatabase;
pub(crate) use test_databases::on_postgres as on_engine;

pub(crate) const EXPLAIN: Fragment = Fragment("EXPLAIN");

/// The column is named `QUERY PLAN`, so it is read by its position.
pub(crate) struct Line(String);

impl FromRow for Line {
    fn from_row<'a>(row: &impl diesel::row::Row<'a, Db>) -> diesel::deserialize::Result<Self> {
        String::from_row(row).map(Self)
    }
}

impl Line {
    pub(crate) fn into_text(self) -> String {
        self.0
    }
}

/// The text before the name of an index in a plan.
pub(crate) const USING: &str = "Index Scan using ";
/// Texts that the plan of a list must not contain: it would read all rows, or sort them.
pub(crate) const SLOW: [&str; 2] = ["Seq Scan", "Sort"];

/// The statements that give the planner its statistics, as in production.
pub(crate) const STATISTICS: &[&str] = &["analyze"];

pub(crate) async fn temporary() -> (Postgres, TempDatabase) {
    let database = TempDatabase::migrated().await;
    let options = StoreOptions { connections: 2, ..StoreOptions::default() };
    (Postgres::open(&database.url(), &options).await.expect("opened"), database)
}

pub(crate) async fn execute(store: &Postgres, sql: &str) {
    let conn: &Conn = &store.writer().await.expect("a connection");
    (&mut &*conn).batch_execute(sql).await.expect("executed");
}
