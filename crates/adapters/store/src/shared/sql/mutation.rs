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
/// So the text of a mutation has a hole where that table is named: `{from before}` in an `UPDATE` or
/// an `INSERT … SELECT`, `{using before}` in a `DELETE`. It stays empty where nothing is before.
#[derive(Debug)]
pub(crate) struct Mutation<'a> {
    statement: Statement<'a>,
    /// The error that it is when nothing was changed.
    on_zero_rows: Option<StoreError>,
}

impl<'a> Mutation<'a> {
    /// Must change a row.
    pub(crate) fn new(statement: Statement<'a>) -> Self {
        Self { statement, on_zero_rows: Some(backend("a row was not saved")) }
    }

    /// Inserts a row; further conditions, or what to do on a conflict, may follow.
    pub(crate) fn insert(row: NewRow<'a>) -> Self {
        Self::new(row.insert_select().then(sql!(" {from before} WHERE true")))
    }

    /// Goes on with a further condition, or with what to do on a conflict.
    pub(crate) fn then(self, more: Statement<'a>) -> Self {
        Self { statement: self.statement.then(more), ..self }
    }

    /// The error that it is when it changes nothing.
    pub(crate) fn or(self, error: StoreError) -> Self {
        Self { on_zero_rows: Some(error), ..self }
    }

    /// There may be no such row.
    pub(crate) fn if_there(self) -> Self {
        Self { on_zero_rows: None, ..self }
    }

    /// The statement, and the error that it is when it changes nothing. `before` is the name of the
    /// mutation whose row it needs, where both are in one statement.
    pub(crate) fn after(self, before: Option<&str>) -> (Statement<'a>, Option<StoreError>) {
        (self.statement.after(before), self.on_zero_rows)
    }
}
