use crate::{AgreementSeries, Offset, OffsetChange, OffsetError, OffsetId, OffsetRecord, Pair};
use access::OrganizationId;
use expenses::ExpenseId;
use idempotency::{Answer, Lease};
use invoicing::InvoiceId;
use peppol_connector::identifiers::Network;
use persistence::{StoreError, port};
use time::OffsetDateTime;

/// Which set-offs to list; `None` means no condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OffsetFilter {
    /// Only those that keys of this network see.
    pub seen_from: Option<Network>,
    /// Only those of this invoice.
    pub invoice: Option<InvoiceId>,
    /// Only those of this expense.
    pub expense: Option<ExpenseId>,
}

/// The position of a page in a numbered list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageNumber {
    /// The number of the page, from 1.
    pub page: u32,
    /// Rows per page, at least 1.
    pub per_page: u16,
}

impl PageNumber {
    /// The number of rows before the page.
    #[must_use]
    pub fn skipped(self) -> u64 {
        u64::from(self.page.saturating_sub(1)) * u64::from(self.per_page)
    }
}

/// A page of a numbered list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NumberedPage<T> {
    /// The rows of the page.
    pub rows: Vec<T>,
    /// The number of rows on all pages.
    pub total: u64,
}

port! {
    /// The port that stores set-offs.
    ///
    /// A decision over both documents locks the invoice first and the expense second, so that two of them cannot
    /// deadlock. A change of one document only locks that one.
    pub trait OffsetStore: Send + Sync {
        /// Locks and reads both documents in that order, draws the next number of the series if one is needed, and
        /// stores the result of `decide` with its events and with the answer under its lease, all in one transaction.
        /// Other changes of these documents wait, so that no set-off and no payment exceeds the balance that `decide`
        /// saw. The series has no gaps: a number is drawn only if it is used. A number that another set-off has
        /// already is skipped.
        ///
        /// # Errors
        /// The refusals of `decide`; [`crate::OffsetRefused::missing`] for documents that do not exist;
        /// [`StoreError::LeaseLost`]. Nothing is stored then.
        async fn set_off<D>(
            &self, organization: OrganizationId, documents: (InvoiceId, ExpenseId),
            series: Option<AgreementSeries>, answered: Option<(&Lease, OffsetDateTime)>, decide: D
        ) -> Result<Answer, OffsetError>
        where D: Fn(&Pair) -> Result<(OffsetChange, Answer), OffsetError>;

        /// Reads a set-off with both documents under the same locks and removes it with its payments as `decide`
        /// says. Stores the events of that, and the bank statement lines that are matched again.
        ///
        /// # Errors
        /// The refusals of `decide`; [`StoreError::NotFound`]; [`StoreError::Conflict`] when a line to match again
        /// was matched in the meantime. Nothing changes then.
        async fn undo_offset<D>(
            &self, organization: OrganizationId, id: OffsetId, decide: D
        ) -> Result<Answer, OffsetError>
        where D: Fn(&Offset, &Pair) -> Result<(OffsetChange, Answer), OffsetError>;

        /// One set-off with the current state of its documents.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn offset(&self, organization: OrganizationId, id: OffsetId) -> Result<OffsetRecord, StoreError>;

        /// A page of set-offs, the newest first.
        async fn offsets(
            &self, organization: OrganizationId, filter: OffsetFilter, page: PageNumber
        ) -> Result<NumberedPage<OffsetRecord>, StoreError>;
    }
}
