//! Invoices whose due date has passed (States and transitions; Events, `invoice.overdue`).

use crate::{Invoice, InvoiceStatus, InvoiceType};
use access::OrganizationId;
use events::NewEvent;
use persistence::StoreError;
use std::future::Future;
use time::Date;
use uuid::Uuid;

impl InvoiceStatus {
    /// Where an invoice stands once its due date has passed; none when that changes nothing.
    #[must_use]
    pub const fn when_overdue(self) -> Option<Self> {
        match self {
            InvoiceStatus::Issued | InvoiceStatus::Sent | InvoiceStatus::PartiallyPaid => {
                Some(InvoiceStatus::Overdue)
            }
            _ => None,
        }
    }
}

impl InvoiceType {
    /// Whether the other party owes what it says: of a credit note nothing falls due.
    #[must_use]
    pub const fn falls_due(self) -> bool {
        !matches!(self, InvoiceType::CreditNote)
    }
}

impl Invoice {
    /// The invoice as it stands on a day: overdue, when it is open and its due date has passed.
    /// `None` when it is neither.
    #[must_use]
    pub fn past_due(&self, today: Date) -> Option<Invoice> {
        let due = self.document.invoice_type.falls_due() && self.document.due_date < today;
        let status = self.status.when_overdue().filter(|_| due)?;
        Some(Invoice { status, version: self.version + 1, ..self.clone() })
    }
}

/// An invoice that becomes overdue, with what that publishes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BecomesOverdue {
    /// Whose it is.
    pub organization: OrganizationId,
    pub invoice: Uuid,
    /// Its version when that was decided.
    pub version: i32,
    /// Kept with it.
    pub events: Vec<NewEvent>,
}

/// Where overdue invoices are found: of all organizations, for the work of the installation.
pub trait OverdueStore: Send + Sync {
    /// Invoices for which [`Invoice::past_due`] finds something, those due first at first, at most
    /// `limit`.
    fn past_due(
        &self,
        today: Date,
        limit: u16,
    ) -> impl Future<Output = Result<Vec<Invoice>, StoreError>> + Send;

    /// Makes them overdue and keeps their events, in one transaction. Those that were changed
    /// meanwhile are left as they are, without their events. Returns how many were made overdue.
    fn make_overdue(
        &self,
        invoices: &[BecomesOverdue],
    ) -> impl Future<Output = Result<usize, StoreError>> + Send;
}
