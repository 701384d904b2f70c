//! Statements run through diesel.

use super::{Db, FromRow, Result, Statement, read::Read, statement::Part};
use crate::error::translate;
use diesel::{
    OptionalExtension, QueryResult,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    result::Error,
    sql_types::Untyped,
};
use diesel_async::{AsyncConnectionCore, RunQueryDsl};

impl Statement<'_> {
    /// How many rows it changed.
    pub(crate) async fn execute(
        self,
        conn: &mut impl AsyncConnectionCore<Backend = Db>,
    ) -> Result<usize> {
        RunQueryDsl::execute(self, conn).await.map_err(translate)
    }

    /// All rows.
    pub(crate) async fn all<T: FromRow>(
        self,
        conn: &mut impl AsyncConnectionCore<Backend = Db>,
    ) -> Result<Vec<T>> {
        let rows: Vec<Read<T>> = self.load(conn).await.map_err(translate)?;
        Ok(rows.into_iter().map(|Read(row)| row).collect())
    }

    /// The first row.
    ///
    /// # Errors
    /// [`super::StoreError::NotFound`] when there is none.
    pub(crate) async fn one<T: FromRow>(
        self,
        conn: &mut impl AsyncConnectionCore<Backend = Db>,
    ) -> Result<T> {
        let Read(row) = self.get_result(conn).await.map_err(translate)?;
        Ok(row)
    }

    /// The first row, if there is one.
    pub(crate) async fn first<T: FromRow>(
        self,
        conn: &mut impl AsyncConnectionCore<Backend = Db>,
    ) -> Result<Option<T>> {
        let row: Option<Read<T>> = self.get_result(conn).await.optional().map_err(translate)?;
        Ok(row.map(|Read(row)| row))
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
