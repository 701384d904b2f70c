//! Helpers for the tests of query plans.

use super::{
    super::explain::{EXPLAIN, Line, USING},
    sql::*,
};

/// The plan of a query.
pub(super) async fn explain(store: &Backend, query: Statement<'_>) -> String {
    let mut conn = store.reader().await.expect("a connection");
    let explain = sql!("{} {}", EXPLAIN, query).once();
    let lines: Vec<Line> = explain.all(read_conn!(conn)).await.expect("a plan");
    lines.into_iter().map(Line::into_text).collect::<Vec<_>>().join("\n")
}

/// The text before the name of an index that PostgreSQL reads backwards.
const BACKWARD: &str = "Index Scan Backward using ";

/// The first index that a plan names.
pub(super) fn index_of(plan: &str) -> &str {
    let named = plan.split(USING).nth(1).or_else(|| plan.split(BACKWARD).nth(1));
    named.and_then(|rest| rest.split(' ').next()).unwrap_or("none")
}
