//! Runs statements through diesel.
//!
//! Their futures are boxed. Otherwise the compiler proves that diesel's are `Send` again for each caller and its
//! callers, which takes a third of this crate's compile time.

use super::{Db, FromRow, Result, Statement, read::Read, statement::Part};
use crate::error::translate;
use diesel::{
    OptionalExtension, QueryResult,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    result::Error,
    sql_types::Untyped,
};
use diesel_async::{AsyncConnectionCore, RunQueryDsl};
use futures_util::{FutureExt, future::BoxFuture};

impl<'a> Statement<'a> {
    /// Runs the statement and returns how many rows it changed.
    pub(crate) fn execute(
        self,
        conn: &'a mut impl AsyncConnectionCore<Backend = Db>,
    ) -> BoxFuture<'a, Result<usize>> {
        async { RunQueryDsl::execute(self, conn).await.map_err(translate) }.boxed()
    }

    /// All rows.
    pub(crate) fn all<T: FromRow>(
        self,
        conn: &'a mut impl AsyncConnectionCore<Backend = Db>,
    ) -> BoxFuture<'a, Result<Vec<T>>> {
        async {
            let rows: Vec<Read<T>> = self.load(conn).await.map_err(translate)?;
            Ok(rows.into_iter().map(|Read(row)| row).collect())
        }
        .boxed()
    }

    /// The first row.
    ///
    /// # Errors
    /// [`super::StoreError::NotFound`] when there is none.
    pub(crate) fn one<T: FromRow>(
        self,
        conn: &'a mut impl AsyncConnectionCore<Backend = Db>,
    ) -> BoxFuture<'a, Result<T>> {
        async {
            let Read(row) = self.get_result(conn).await.map_err(translate)?;
            Ok(row)
        }
        .boxed()
    }

    /// The first row, if there is one.
    pub(crate) fn first<T: FromRow>(
        self,
        conn: &'a mut impl AsyncConnectionCore<Backend = Db>,
    ) -> BoxFuture<'a, Result<Option<T>>> {
        async {
            let row: Option<Read<T>> = self.get_result(conn).await.optional().map_err(translate)?;
            Ok(row.map(|Read(row)| row))
        }
        .boxed()
    }
}

/// Not static: statements differ by their text.
impl QueryId for Statement<'_> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl Query for Statement<'_> {
    type SqlType = Untyped;
}

impl QueryFragment<Db> for Statement<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Db>) -> QueryResult<()> {
        if !self.cached {
            out.unsafe_to_cache_prepared();
        }
        for part in &self.parts {
            match part {
                Part::Sql(sql) => out.push_sql(sql),
                Part::Value(value) => value.bind(&mut out)?,
                Part::Before(_) => {}
                Part::Unfilled(name) => {
                    let error = format!("nothing fills {{{name}}}");
                    return Err(Error::QueryBuilderError(error.into()));
                }
            }
        }
        Ok(())
    }
}
