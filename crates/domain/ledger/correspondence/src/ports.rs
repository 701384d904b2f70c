use crate::{Correspondence, EmailEnd, EmailId, EmailRecord, Outcome, Refused, ReminderSettings};
use access::{OrganizationId, Tier};
use idempotency::{Answer, Lease, UnwritableAnswer};
use invoicing::InvoiceId;
use persistence::{Cursor, Page, StoreError};
use std::future::Future;
use time::{Date, OffsetDateTime};

/// Why no mail was put into the queue.
#[derive(Debug, thiserror::Error)]
pub enum EmailError {
    /// The decision.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// An answer that cannot be written: nothing is kept.
    #[error(transparent)]
    Answer(#[from] UnwritableAnswer),
    /// Storage.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Who reminds by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReminderDue {
    pub organization: OrganizationId,
    pub tier: Tier,
    pub settings: ReminderSettings,
}

/// Where mail about invoices is kept.
pub trait EmailStore: Send + Sync {
    /// Reads what is known of the invoice's mail of a tier at a time, locks the invoice, and keeps what
    /// `decide` makes of it with its job, and the answer under its lease, in one transaction. Whoever
    /// writes about the same invoice waits, so that of two at once one finds the other.
    ///
    /// # Errors
    /// What `decide` refuses, [`StoreError::NotFound`], [`StoreError::LeaseLost`]; nothing is kept then.
    fn queue_email<D>(
        &self,
        organization: OrganizationId,
        invoice: InvoiceId,
        at: (Tier, OffsetDateTime),
        lease: Option<&Lease>,
        decide: D,
    ) -> impl Future<Output = Result<Answer, EmailError>> + Send
    where
        D: Fn(&Correspondence) -> Result<(Outcome, Answer), EmailError> + Send + Sync;

    /// One mail.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    fn email(
        &self,
        organization: OrganizationId,
        id: EmailId,
    ) -> impl Future<Output = Result<EmailRecord, StoreError>> + Send;

    /// A page of an invoice's mails of a tier, the newest first.
    fn emails(
        &self,
        organization: OrganizationId,
        tier: Tier,
        invoice: InvoiceId,
        after: Option<Cursor>,
        limit: u16,
    ) -> impl Future<Output = Result<Page<EmailRecord>, StoreError>> + Send;

    /// Keeps how a queued mail ended, with its event. False when it had ended before: nothing is kept.
    fn end_email(
        &self,
        organization: OrganizationId,
        id: EmailId,
        end: &EmailEnd,
        now: OffsetDateTime,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// The reminders that an organization sends by itself with keys of a tier.
    fn reminder_settings(
        &self,
        organization: OrganizationId,
        tier: Tier,
    ) -> impl Future<Output = Result<ReminderSettings, StoreError>> + Send;

    /// Sets them.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] for an organization that does not exist.
    fn set_reminder_settings(
        &self,
        organization: OrganizationId,
        tier: Tier,
        settings: &ReminderSettings,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Who reminds by itself: a page in the order of organization and tier, after one of them.
    fn who_reminds(
        &self,
        after: Option<(OrganizationId, Tier)>,
        limit: u16,
    ) -> impl Future<Output = Result<Vec<ReminderDue>, StoreError>> + Send;

    /// The open invoices of an organization that fell due in these days, the first and the last
    /// included: a page in the order of due date and id, after one of them.
    fn open_due(
        &self,
        organization: OrganizationId,
        days: (Date, Date),
        after: Option<(Date, InvoiceId)>,
        limit: u16,
    ) -> impl Future<Output = Result<Vec<(Date, InvoiceId)>, StoreError>> + Send;
}
