use super::{NewRow, Statement, StoreError};
use crate::error::backend;

/// One of several changes that are kept together or not at all: each changes a row, or those after
/// it do nothing. SQLite runs them one after the other; PostgreSQL runs them as one statement, in
/// which each is a common table expression that joins the row of the one before it:
///
/// ```sql
/// WITH step_0 AS (DELETE FROM staged_documents WHERE … RETURNING 1),
///      step_1 AS (INSERT INTO submissions (…) SELECT … FROM step_0 WHERE … RETURNING 1)
/// SELECT (SELECT count(*) FROM step_0) + (SELECT count(*) FROM step_1)
/// ```
///
/// So the text of a mutation has a hole where that table is named: `{from before}` in an `UPDATE` or an `INSERT …
/// SELECT`, `{using before}` in a `DELETE`. It stays empty in the first mutation.
#[derive(Debug)]
pub(crate) struct Mutation<'a> {
    statement: Statement<'a>,
    /// The error to return when no row was changed; `None` when that is allowed.
    on_zero_rows: Option<StoreError>,
}

impl<'a> Mutation<'a> {
    /// A statement that must change a row.
    pub(crate) fn new(statement: Statement<'a>) -> Self {
        Self { statement, on_zero_rows: Some(backend("a row was not saved")) }
    }

    /// Inserts a row; further conditions, or an `ON CONFLICT` clause, may be appended.
    pub(crate) fn insert(row: NewRow<'a>) -> Self {
        Self::new(row.insert_select().then(sql!(" {from before} WHERE true")))
    }

    /// Appends a further condition, or an `ON CONFLICT` clause.
    pub(crate) fn then(self, more: Statement<'a>) -> Self {
        Self { statement: self.statement.then(more), ..self }
    }

    /// The error to return when no row is changed.
    pub(crate) fn or(self, error: StoreError) -> Self {
        Self { on_zero_rows: Some(error), ..self }
    }

    /// Allows that no row is changed.
    pub(crate) fn if_there(self) -> Self {
        Self { on_zero_rows: None, ..self }
    }

    /// The statement, and the error to return when it changes nothing. `before` is the name of the mutation whose row
    /// it needs, when both are in one statement.
    pub(crate) fn after(self, before: Option<&str>) -> (Statement<'a>, Option<StoreError>) {
        (self.statement.after(before), self.on_zero_rows)
    }
}
