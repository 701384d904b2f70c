use crate::{
    Draft, Invoice, InvoiceId,
    drafts::{DraftIssue, Drafted},
    states::{
        history::HistoryRow,
        lifecycle::{ChangeMoment, InvoiceChange, InvoiceState},
    },
};
use access::OrganizationId;
use idempotency::{Answer, Lease, UnwritableAnswer};
use persistence::{Cursor, Page, StoreError, port};

port! {
    /// The store of drafts, and of changes of invoices with their history.
    pub trait InvoiceChangeStore: Send + Sync {
        /// Stores everything that [`Draft::keep`] decides, with the answer, in one transaction. No number is drawn.
        ///
        /// # Errors
        /// [`StoreError::LeaseLost`]; [`StoreError::Backend`] when an event or the answer cannot be written. Nothing
        /// is stored then.
        async fn keep_draft<R>(
            &self, draft: &Draft, moment: &ChangeMoment, lease: Option<&Lease>, respond: R
        ) -> Result<(Invoice, Answer), StoreError>
        where R: Fn(&Drafted<'_>) -> Result<Answer, UnwritableAnswer>;

        /// Draws the number and stores everything that [`DraftIssue::issue`] decides, with the answer, in one
        /// transaction. Gapless: a number that is not used is not drawn.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when the draft has changed since it was read; [`StoreError::NotFound`],
        /// [`StoreError::LeaseLost`]. Nothing is stored then.
        async fn issue_draft<R>(
            &self, issue: &DraftIssue, lease: Option<&Lease>, respond: R
        ) -> Result<(Invoice, Answer), StoreError>
        where R: Fn(&Drafted<'_>) -> Result<Answer, UnwritableAnswer>;

        /// An invoice with the facts that decide on its transitions.
        ///
        /// # Errors
        /// [`StoreError::NotFound`], also for another organization's invoice.
        async fn invoice_state(
            &self, organization: OrganizationId, id: InvoiceId
        ) -> Result<InvoiceState, StoreError>;

        /// Stores a change with its line and its events, in one transaction.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when the invoice or its live send has changed since it was read;
        /// [`StoreError::NotFound`] when it is deleted. Nothing is stored then.
        async fn change_invoice(&self, change: &InvoiceChange) -> Result<(), StoreError>;

        /// A page of an invoice's history, the newest first. The history of a deleted draft stays.
        async fn invoice_history(
            &self, organization: OrganizationId, id: InvoiceId, after: Option<Cursor>, limit: u16
        ) -> Result<Page<HistoryRow>, StoreError>;
    }
}
