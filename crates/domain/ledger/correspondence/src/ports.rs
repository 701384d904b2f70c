use crate::{Correspondence, EmailEnd, EmailId, EmailRecord, Outcome, Refused, ReminderSettings};
use access::{OrganizationId, Tier};
use idempotency::{Answer, Lease, UnwritableAnswer};
use invoicing::InvoiceId;
use persistence::{Cursor, Page, StoreError, port};
use time::{Date, OffsetDateTime};

/// Why no mail was put into the queue.
#[derive(Debug, thiserror::Error)]
pub enum EmailError {
    /// A rule refuses it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// The answer cannot be serialized; nothing is stored.
    #[error(transparent)]
    Answer(#[from] UnwritableAnswer),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// An organization with automatic reminders.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReminderDue {
    pub organization: OrganizationId,
    pub tier: Tier,
    pub settings: ReminderSettings,
}

port! {
    /// The port that stores mail about invoices.
    pub trait EmailStore: Send + Sync {
        /// Locks the invoice, reads the facts about its mail of a tier, and stores the result of `decide` with its
        /// job and with the answer under its lease, in one transaction. Other mail about the same invoice waits, so
        /// that of two concurrent requests one sees the other.
        ///
        /// # Errors
        /// The refusals of `decide`, [`StoreError::NotFound`], [`StoreError::LeaseLost`]; nothing is stored then.
        async fn queue_email<D>(
            &self, organization: OrganizationId, invoice: InvoiceId, at: (Tier, OffsetDateTime),
            lease: Option<&Lease>, decide: D
        ) -> Result<Answer, EmailError>
        where D: Fn(&Correspondence) -> Result<(Outcome, Answer), EmailError>;

        /// One mail.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn email(&self, organization: OrganizationId, id: EmailId) -> Result<EmailRecord, StoreError>;

        /// A page of an invoice's mails of a tier, the newest first.
        async fn emails(
            &self, organization: OrganizationId, tier: Tier, invoice: InvoiceId, after: Option<Cursor>,
            limit: u16
        ) -> Result<Page<EmailRecord>, StoreError>;

        /// Stores the outcome of a queued mail with its event. Returns false and stores nothing when it has an
        /// outcome already.
        async fn end_email(
            &self, organization: OrganizationId, id: EmailId, end: &EmailEnd, now: OffsetDateTime
        ) -> Result<bool, StoreError>;

        /// The reminders that an organization sends by itself with keys of a tier.
        async fn reminder_settings(
            &self, organization: OrganizationId, tier: Tier
        ) -> Result<ReminderSettings, StoreError>;

        /// Sets the reminder settings.
        ///
        /// # Errors
        /// [`StoreError::NotFound`] for an organization that does not exist.
        async fn set_reminder_settings(
            &self, organization: OrganizationId, tier: Tier, settings: &ReminderSettings
        ) -> Result<(), StoreError>;

        /// The organizations with automatic reminders: a page in the order of organization and tier, after one of
        /// them.
        async fn who_reminds(
            &self, after: Option<(OrganizationId, Tier)>, limit: u16
        ) -> Result<Vec<ReminderDue>, StoreError>;

        /// The open invoices of an organization that fell due in these days, the first and the last
        /// included: a page in the order of due date and id, after one of them.
        async fn open_due(
            &self, organization: OrganizationId, days: (Date, Date), after: Option<(Date, InvoiceId)>,
            limit: u16
        ) -> Result<Vec<(Date, InvoiceId)>, StoreError>;
    }
}
