//! Whose account stands in the column that some banks have for the own account and others for the other side's.

use super::{
    columns::{Column, Columns},
    rows::Row,
    survey::Survey,
};
use crate::{Statement, account};

/// What the rows show.
#[derive(Debug, Default)]
pub(super) struct Whose {
    /// Another account stands beside it as the other side's.
    is_own: bool,
    /// There is such a column.
    has_either: bool,
}

impl Whose {
    /// Looks at a movement, of which this is the other side.
    pub(super) fn look(&mut self, row: &Row, columns: &Columns, other: Option<&str>) {
        let either = columns.cell(row, Column::SomeAccount).and_then(account::written);
        self.has_either |= either.is_some();
        let apart = either.zip(other).is_some_and(|(either, other)| !account::same(&either, other));
        self.is_own |= apart && columns.has(Column::CounterpartyAccount);
    }

    /// It is the own account if it is the same in several rows, and other accounts paid; the other side is never the own
    /// account. Else whoever takes the statement knows ([`crate::told_apart`]).
    pub(super) fn decide(self, survey: Survey, statement: &mut Statement) {
        match &statement.account {
            None if self.is_own && survey.movements > 1 => statement.account = survey.account,
            None => statement.reading.some_account = survey.account,
            Some(_) => {}
        }
        let Some(own) = statement.account.as_deref().filter(|_| self.has_either) else { return };
        for read in &mut statement.lines {
            let other = read.line.counterparty_account.take();
            read.line.counterparty_account = other.filter(|other| !account::same(other, own));
        }
    }
}
