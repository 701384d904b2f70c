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
    /// Whether the other party owes what it says: of a credit note nothing falls due.
    #[must_use]
    pub const fn falls_due(self) -> bool {
        !matches!(self, InvoiceType::CreditNote)
    }
}

impl<C: InvoiceContent> Invoice<C> {
    /// Whether it falls due, and the day has passed.
    pub(crate) fn is_past_due(&self, today: Date) -> bool {
        let header = self.document.header();
        header.invoice_type.falls_due() && header.due_date.is_some_and(|day| day < today)
    }
}

impl<C: InvoiceContent + Clone> Invoice<C> {
    /// The invoice as it stands on a day: overdue, when it is open and its due date has passed.
    /// `None` when it is neither.
    #[must_use]
    pub fn past_due(&self, today: Date) -> Option<Self> {
        let status = self.status.when_overdue().filter(|_| self.is_past_due(today))?;
        Some(Self { status, version: self.version + 1, ..self.clone() })
    }
}

/// An invoice that becomes overdue, with what that publishes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BecomesOverdue {
    /// The organization that the invoice belongs to.
    pub organization: OrganizationId,
    pub invoice: InvoiceId,
    /// Its version when that was decided.
    pub version: i32,
    /// The line to append to the history of the invoice.
    pub entry: HistoryEntry,
    /// Kept with it.
    pub events: Vec<NewEvent>,
}

/// A place in the order in which invoices fall due: by date, then by ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct DueCursor {
    pub due_date: Date,
    pub organization: OrganizationId,
    pub invoice: InvoiceId,
}

impl<C: InvoiceContent> Invoice<C> {
    /// Its place among those that fall due; one without a due date comes behind all.
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
    /// Where to go on; none when no more follow.
    pub next: Option<DueCursor>,
}

port! {
    /// Where overdue invoices are found: of all organizations, for the work of the installation.
    pub trait OverdueStore: Send + Sync {
        /// A page of the invoices for which [`Invoice::past_due`] finds something, those due first at
        /// first, after a place in that order. One that cannot be read is left out, and counts for `limit`.
        async fn past_due(
            &self, today: Date, after: Option<DueCursor>, limit: u16
        ) -> Result<PastDue, StoreError>;

        /// Makes them overdue and keeps their events, in one transaction. Those that were changed
        /// meanwhile are left as they are, without their events. Returns how many were made overdue.
        async fn make_overdue(&self, invoices: &[BecomesOverdue]) -> Result<usize, StoreError>;
    }
}
