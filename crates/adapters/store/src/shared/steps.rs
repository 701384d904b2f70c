//! Rows that are kept together or not at all: each step changes a row, or the ones after it do
//! nothing. A backend runs them in its own way: one after the other, or as one statement.

use super::{issued_rows::NewRow, statement::Statement};
use crate::error::backend;
use persistence::StoreError;

/// One change.
#[derive(Debug)]
pub(crate) struct Step<'a> {
    /// Up to where the statement may name another table.
    head: Statement<'a>,
    /// The word before that table.
    joins: &'static str,
    /// From the condition on.
    tail: Statement<'a>,
    /// What it means when no row was changed.
    otherwise: Otherwise,
}

/// What it means when a step changes nothing.
#[derive(Debug)]
pub(crate) enum Otherwise {
    /// Nothing: there may be no such row.
    Fine,
    /// This; the steps after it do nothing.
    Fails(StoreError),
    /// It cannot happen.
    Never,
}

impl Otherwise {
    pub(crate) fn into_result(self) -> Result<(), StoreError> {
        match self {
            Otherwise::Fine => Ok(()),
            Otherwise::Fails(error) => Err(error),
            Otherwise::Never => Err(backend("a row was not kept")),
        }
    }
}

impl<'a> Step<'a> {
    /// Inserts a row.
    pub(crate) fn insert(row: NewRow<'a>) -> Self {
        let head = Statement::new("INSERT INTO ").sql(row.into).sql(" SELECT ").values(row.values);
        Self {
            head,
            joins: " FROM ",
            tail: Statement::new(" WHERE true"),
            otherwise: Otherwise::Never,
        }
    }

    /// Changes the row that `tail`, which begins with the condition, finds.
    pub(crate) fn update(head: Statement<'a>, tail: Statement<'a>) -> Self {
        Self { head, joins: " FROM ", tail, otherwise: Otherwise::Never }
    }

    /// Deletes the row that `tail`, which begins with the condition, finds.
    pub(crate) fn delete(head: Statement<'a>, tail: Statement<'a>) -> Self {
        Self { head, joins: " USING ", tail, otherwise: Otherwise::Never }
    }

    /// Goes on after the condition: a further one, or what to do on a conflict.
    pub(crate) fn and(mut self, more: Statement<'a>) -> Self {
        self.tail = self.tail.then(more);
        self
    }

    /// What it means when the step changes nothing.
    pub(crate) fn or(mut self, error: StoreError) -> Self {
        self.otherwise = Otherwise::Fails(error);
        self
    }

    /// There may be no such row.
    pub(crate) fn if_there(mut self) -> Self {
        self.otherwise = Otherwise::Fine;
        self
    }

    /// The statement, and what it means when it changes nothing. `before` is the name of the step
    /// whose row it needs, where both are in one statement.
    pub(crate) fn after(self, before: Option<String>) -> (Statement<'a>, Otherwise) {
        let statement = match before {
            Some(before) => self.head.sql(self.joins).sql(before),
            None => self.head,
        };
        (statement.then(self.tail), self.otherwise)
    }
}
