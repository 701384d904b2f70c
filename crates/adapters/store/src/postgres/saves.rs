//! The batches of concurrent saves of this process.

use super::{save::Saved, shared::sql::Statement};
use crate::batcher::{Batcher, Spawner};
use access::OrganizationId;

/// The most invoices in one transaction, and the most such transactions in progress: with two, each would save half as
/// many.
const MOST: usize = 30;
const AT_ONCE: usize = 1;

/// The most invoices of an undone transaction that are saved at the same time: the connections are needed for
/// everything else too.
const UNDONE_AT_ONCE: usize = 4;

/// The saves of this process.
#[derive(Clone)]
pub(super) struct Saves {
    pub(super) together: Batcher<Save, Outcome>,
    pub(super) undone: Batcher<Statement<'static>, Saved>,
}

/// A statement that saves an invoice of an organization, or nothing.
pub(super) type Save = (OrganizationId, Statement<'static>);

/// The result of one statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// It has run: the invoice is saved, or a condition of the statement was not met.
    Ran(Saved),
    /// It has not run, or was undone because another one in its transaction failed. It must be run alone.
    Undone,
}

impl Saves {
    pub(super) fn new(spawner: &Spawner) -> Self {
        Self {
            together: Batcher::new(MOST, AT_ONCE, spawner),
            undone: Batcher::new(1, UNDONE_AT_ONCE, spawner),
        }
    }
}
