//! A mail about an invoice, and its state.

use access::Tier;
use invoicing::InvoiceId;
use jobs::JobKind;
use languages::Language;
use persistence::typed_id;
use time::OffsetDateTime;

typed_id!(
    /// A mail about an invoice.
    EmailId
);

/// The job that sends a mail; its subject is the [`EmailId`].
pub const EMAIL_JOB: JobKind = JobKind("mail.invoice");

persistence::named! {
    /// The kind of a mail.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum EmailKind {
        /// The invoice itself.
        Invoice = "invoice",
        /// A reminder to pay it.
        Reminder = "reminder",
    }
}

persistence::named! {
    /// The state of a mail.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum EmailState {
        /// It waits for its job.
        Queued = "queued",
        /// The mail service has taken it.
        Sent = "sent",
        /// It cannot be sent.
        Failed = "failed",
        /// A reminder of what was paid or cancelled before it left.
        Withdrawn = "withdrawn",
    }
}

impl EmailState {
    /// Whether a mail in this state keeps another from being sent right after it.
    #[must_use]
    pub const fn counts(self) -> bool {
        matches!(self, Self::Queued | Self::Sent)
    }
}

/// A mail to send.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEmail {
    pub id: EmailId,
    pub invoice: InvoiceId,
    pub kind: EmailKind,
    /// The tier of the key. With a test key the mail goes to the organization itself.
    pub tier: Tier,
    pub recipient: String,
    pub language: Language,
    /// Whether the UBL goes with it.
    pub with_xml: bool,
    /// Days after the due date, of an automatic reminder: one of each for an invoice.
    pub step: Option<u16>,
    pub created_at: OffsetDateTime,
}

/// A stored mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmailRecord {
    pub email: NewEmail,
    pub state: EmailState,
    /// When it was sent, failed or was withdrawn.
    pub ended_at: Option<OffsetDateTime>,
    /// Why it failed.
    pub error: Option<String>,
}

persistence::listed!(EmailRecord: email.created_at, email.id);
