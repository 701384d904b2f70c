//! Invoices whose due date has passed (States and transitions; Events, `invoice.overdue`).

use crate::{
    AnyInvoice, Invoice, InvoiceId, InvoiceType, recording::InvoiceContent,
    states::history::HistoryEntry,
};
use access::OrganizationId;
use events::NewEvent;
use persistence::{StoreError, port};
use time::Date;

impl InvoiceType {
    /// Whether the other party owes its amount: a credit note never falls due.
    #[must_use]
    pub const fn falls_due(self) -> bool {
        !matches!(self, InvoiceType::CreditNote)
    }
}

impl<C: InvoiceContent> Invoice<C> {
    /// Whether it falls due, and its due date has passed.
    pub(crate) fn is_past_due(&self, today: Date) -> bool {
        let header = self.document.header();
        header.invoice_type.falls_due() && header.due_date.is_some_and(|day| day < today)
    }
}

impl<C: InvoiceContent + Clone> Invoice<C> {
    /// The invoice as it is on a day: overdue, if it is open and its due date has passed. `None` otherwise.
    #[must_use]
    pub fn past_due(&self, today: Date) -> Option<Self> {
        let status = self.status.when_overdue().filter(|_| self.is_past_due(today))?;
        Some(Self { status, version: self.version + 1, ..self.clone() })
    }
}

/// An invoice that becomes overdue, with its events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BecomesOverdue {
    /// The organization that the invoice belongs to.
    pub organization: OrganizationId,
    pub invoice: InvoiceId,
    /// Its version when this was decided.
    pub version: i32,
    /// The line to append to the history of the invoice.
    pub entry: HistoryEntry,
    /// The events, stored with the change.
    pub events: Vec<NewEvent>,
}

/// A position in the order in which invoices fall due: by date, then by ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct DueCursor {
    pub due_date: Date,
    pub organization: OrganizationId,
    pub invoice: InvoiceId,
}

impl<C: InvoiceContent> Invoice<C> {
    /// Its position among those that fall due; one without a due date comes last.
    #[must_use]
    pub fn due_cursor(&self) -> DueCursor {
        let (organization, invoice) = (self.organization, self.id);
        let due_date = self.document.header().due_date.unwrap_or(Date::MAX);
        DueCursor { due_date, organization, invoice }
    }
}

/// A page of the invoices that are past due.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PastDue {
    pub invoices: Vec<AnyInvoice>,
    /// The position to continue from; `None` when no more follow.
    pub next: Option<DueCursor>,
}

port! {
    /// The store that finds overdue invoices of all organizations, for jobs of the installation.
    pub trait OverdueStore: Send + Sync {
        /// A page of the invoices that [`Invoice::past_due`] makes overdue, those due first at first, after a position
        /// in that order. One that cannot be read is left out, and counts for `limit`.
        async fn past_due(
            &self, today: Date, after: Option<DueCursor>, limit: u16
        ) -> Result<PastDue, StoreError>;

        /// Makes them overdue and stores their events, in one transaction. Those that have changed in the meantime are
        /// skipped, without their events. Returns how many were made overdue.
        async fn make_overdue(&self, invoices: &[BecomesOverdue]) -> Result<usize, StoreError>;
    }
}
