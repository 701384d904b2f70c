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
use persistence::{Cursor, Page, StoreError};
use std::future::Future;

/// Where drafts, and changes of invoices, are kept with their history.
pub trait InvoiceChangeStore: Send + Sync {
    /// Keeps everything that [`Draft::keep`] decides, with the answer, in one transaction. No number
    /// is drawn.
    ///
    /// # Errors
    /// [`StoreError::LeaseLost`]; [`StoreError::Backend`] when an event or the answer cannot be
    /// written. Nothing is kept then.
    fn keep_draft<R>(
        &self,
        draft: &Draft,
        moment: &ChangeMoment,
        lease: Option<&Lease>,
        respond: R,
    ) -> impl Future<Output = Result<(Invoice, Answer), StoreError>> + Send
    where
        R: Fn(&Drafted<'_>) -> Result<Answer, UnwritableAnswer> + Send + Sync;

    /// Draws the number and keeps everything that [`DraftIssue::issue`] decides, with the answer, in
    /// one transaction. Gapless: a number is used or not drawn.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when the draft is not as it was read; [`StoreError::NotFound`],
    /// [`StoreError::LeaseLost`]. Nothing is kept then.
    fn issue_draft<R>(
        &self,
        issue: &DraftIssue,
        lease: Option<&Lease>,
        respond: R,
    ) -> impl Future<Output = Result<(Invoice, Answer), StoreError>> + Send
    where
        R: Fn(&Drafted<'_>) -> Result<Answer, UnwritableAnswer> + Send + Sync;

    /// An invoice with what counts beside it.
    ///
    /// # Errors
    /// [`StoreError::NotFound`], also for another organization's invoice.
    fn invoice_state(
        &self,
        organization: OrganizationId,
        id: InvoiceId,
    ) -> impl Future<Output = Result<InvoiceState, StoreError>> + Send;

    /// Keeps a change with its line and its events, in one transaction.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when the invoice or its live send is not as it was read;
    /// [`StoreError::NotFound`] when it is gone. Nothing is kept then.
    fn change_invoice(
        &self,
        change: &InvoiceChange,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// A page of an invoice's history, the newest first. That of a deleted draft stays.
    fn invoice_history(
        &self,
        organization: OrganizationId,
        id: InvoiceId,
        after: Option<Cursor>,
        limit: u16,
    ) -> impl Future<Output = Result<Page<HistoryRow>, StoreError>> + Send;
}
