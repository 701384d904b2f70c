use crate::{AgreementSeries, Offset, OffsetChange, OffsetError, OffsetId, OffsetRecord, Pair};
use access::OrganizationId;
use expenses::ExpenseId;
use idempotency::{Answer, Lease};
use invoicing::InvoiceId;
use peppol_connector::identifiers::Network;
use persistence::{StoreError, port};
use time::OffsetDateTime;

/// Which set-offs to list; `None` means any.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OffsetFilter {
    /// As keys of this network see them.
    pub seen_from: Option<Network>,
    /// Of this invoice only.
    pub invoice: Option<InvoiceId>,
    /// Of this expense only.
    pub expense: Option<ExpenseId>,
}

/// Which page of a numbered list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageNumber {
    /// From 1.
    pub page: u32,
    /// Rows of a page, at least 1.
    pub per_page: u16,
}

impl PageNumber {
    /// Rows before the page.
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
    /// Rows of all pages.
    pub total: u64,
}

port! {
    /// Where set-offs are kept.
    ///
    /// Whoever decides over both documents locks the invoice first and the expense second: no two wait for
    /// each other in a circle. Who changes one of them alone locks that one.
    pub trait OffsetStore: Send + Sync {
        /// Reads both documents, locks them in that order, draws the next number of the series where there is one, and keeps
        /// what `decide` makes of them with its events, and the answer under its lease and since when it is there, in one
        /// transaction. Whoever changes one of them waits, so that no set-off and no payment exceeds what `decide` saw.
        /// Gapless: a number is used or not drawn. One that a set-off has already is skipped.
        ///
        /// # Errors
        /// What `decide` refuses; [`crate::OffsetRefused::missing`] names documents that are not there;
        /// [`StoreError::LeaseLost`]. Nothing is kept then.
        async fn set_off<D>(
            &self, organization: OrganizationId, documents: (InvoiceId, ExpenseId),
            series: Option<AgreementSeries>, answered: Option<(&Lease, OffsetDateTime)>, decide: D
        ) -> Result<Answer, OffsetError>
        where D: Fn(&Pair) -> Result<(OffsetChange, Answer), OffsetError>;

        /// Reads a set-off with both documents, under the same locks, and removes it with its payments as
        /// `decide` says, with the events of that, and keeps the lines that are matched again.
        ///
        /// # Errors
        /// What `decide` refuses, [`StoreError::NotFound`], [`StoreError::Conflict`] when a line that is matched again was
        /// matched meanwhile; nothing is changed then.
        async fn undo_offset<D>(
            &self, organization: OrganizationId, id: OffsetId, decide: D
        ) -> Result<Answer, OffsetError>
        where D: Fn(&Offset, &Pair) -> Result<(OffsetChange, Answer), OffsetError>;

        /// One set-off with its documents as they stand.
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
