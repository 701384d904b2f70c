//! Invoices of this process that are saved at the same time.

use super::{save::Saved, shared::sql::Statement};
use crate::together::{Spawner, Together};
use access::OrganizationId;

/// Invoices that are saved by one transaction, at most, and such transactions under way: of two, each
/// would save half as many.
const MOST: usize = 30;
const AT_ONCE: usize = 1;

/// How many of those that a transaction has undone are saved at the same time: the connections are
/// there for everything else too.
const UNDONE_AT_ONCE: usize = 4;

/// The invoices of this process.
#[derive(Clone)]
pub(super) struct Saves {
    pub(super) together: Together<Save, Outcome>,
    pub(super) undone: Together<Statement<'static>, Saved>,
}

/// A statement that saves an invoice of an organization, or nothing.
pub(super) type Save = (OrganizationId, Statement<'static>);

/// What came of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It has run: the invoice is saved, or what it stands on was not so.
    Ran(Saved),
    /// It has not, or was undone with those beside it, of which one has failed. It is to be run alone.
    Undone,
}

impl Saves {
    pub(super) fn new(spawner: &Spawner) -> Self {
        Self {
            together: Together::new(MOST, AT_ONCE, spawner),
            undone: Together::new(1, UNDONE_AT_ONCE, spawner),
        }
    }
}
