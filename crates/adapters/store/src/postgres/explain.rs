//! For the tests of query plans: how PostgreSQL tells one.

use super::{
    Conn, Db, Postgres,
    shared::sql::{Fragment, FromRow},
};
use crate::StoreOptions;
use diesel_async::SimpleAsyncConnection;
use test_databases::TempDatabase;
pub(crate) use test_databases::on_postgres as on_engine;

pub(crate) const EXPLAIN: Fragment = Fragment("EXPLAIN");

/// The column is called `QUERY PLAN`: it is read by its place.
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

/// How a plan names an index.
pub(crate) const USING: &str = "Index Scan using ";
/// What no plan of a list may hold: reading all rows, or sorting them.
pub(crate) const SLOW: [&str; 2] = ["Seq Scan", "Sort"];

/// What the planner is to know: all, as in service.
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
