//! The payloads (`data`) of the events that sends and enrollments bring about.

use crate::{Network, ParticipantId, RecordedInvoiceId};
use access::OrganizationId;
use serde::Serialize;
use time::OffsetDateTime;

/// `peppol.document.sent` and `peppol.document.delivered`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DocumentMoved {
    /// Always present.
    pub org_id: OrganizationId,
    /// The recorded or native invoice.
    pub invoice_id: RecordedInvoiceId,
    /// Its number.
    pub invoice_number: String,
    /// The document type identifier.
    pub document_type: String,
    /// `test` or `live`.
    pub mode: Network,
    /// `SENT` or `DELIVERED`.
    pub state: &'static str,
    /// The AS4 message id.
    pub message_id: String,
    /// The receiving side's id of the transaction.
    pub transaction_id: Option<String>,
}

/// `peppol.document.failed`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct DocumentFailed {
    /// Always present.
    pub org_id: OrganizationId,
    /// The recorded or native invoice.
    pub invoice_id: RecordedInvoiceId,
    /// Its number.
    pub invoice_number: String,
    /// The document type identifier.
    pub document_type: String,
    /// Why, for people.
    pub error: String,
    /// `test` on test sends only.
    #[serde(skip_serializing_if = "is_live")]
    pub mode: Network,
}

#[allow(clippy::trivially_copy_pass_by_ref)] // serde's signature
fn is_live(network: &Network) -> bool {
    *network == Network::Live
}

/// What became of a participant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ParticipantChange {
    /// Registered and receiving.
    Activated,
    /// The registration failed.
    Failed,
    /// De-registered.
    Deactivated,
}

impl ParticipantChange {
    /// The name of the event.
    #[must_use]
    pub const fn event(self) -> &'static str {
        match self {
            ParticipantChange::Activated => "participant.activated",
            ParticipantChange::Failed => "participant.failed",
            ParticipantChange::Deactivated => "participant.deactivated",
        }
    }
}

/// What brought the change about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ParticipantSource {
    /// The confirmation e-mail.
    PartnerClaim,
    /// A partner, at the creation of the organization.
    PartnerApi,
    /// The enroll operation.
    ApiEnroll,
    /// The deactivate operation.
    ApiDeactivate,
}

/// `participant.*`: with the one timestamp that belongs to the event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ParticipantChanged {
    /// Always present.
    pub org_id: OrganizationId,
    /// `0245:<DIČ>`, in the sandbox `9915:<DIČ>`.
    pub participant_id: String,
    /// The part before the colon.
    pub scheme: String,
    /// `test` or `live`.
    pub mode: Network,
    /// What brought it about.
    pub source: ParticipantSource,
    /// Of `participant.activated`.
    #[serde(skip_serializing_if = "Option::is_none", with = "time::serde::rfc3339::option")]
    pub activated_at: Option<OffsetDateTime>,
    /// Of `participant.failed`.
    #[serde(skip_serializing_if = "Option::is_none", with = "time::serde::rfc3339::option")]
    pub failed_at: Option<OffsetDateTime>,
    /// Of `participant.deactivated`.
    #[serde(skip_serializing_if = "Option::is_none", with = "time::serde::rfc3339::option")]
    pub deactivated_at: Option<OffsetDateTime>,
    /// Of `participant.failed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<&'static str>,
    /// Of `participant.failed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

impl ParticipantChanged {
    /// The payload, with the timestamp under the name of the event.
    #[must_use]
    pub fn of(
        change: ParticipantChange,
        org_id: OrganizationId,
        participant: &ParticipantId,
        mode: Network,
        source: ParticipantSource,
        at: OffsetDateTime,
    ) -> Self {
        let when = |wanted| (change == wanted).then_some(at);
        Self {
            org_id,
            participant_id: participant.to_string(),
            scheme: participant.scheme().to_owned(),
            mode,
            source,
            activated_at: when(ParticipantChange::Activated),
            failed_at: when(ParticipantChange::Failed),
            deactivated_at: when(ParticipantChange::Deactivated),
            code: None,
            message: None,
        }
    }

    /// With why a registration failed.
    #[must_use]
    pub fn because(self, code: &'static str, message: impl Into<String>) -> Self {
        Self { code: Some(code), message: Some(message.into()), ..self }
    }
}

/// Names of the events of a document.
pub const DOCUMENT_SENT: &str = "peppol.document.sent";
/// It reached the recipient.
pub const DOCUMENT_DELIVERED: &str = "peppol.document.delivered";
/// It will not arrive.
pub const DOCUMENT_FAILED: &str = "peppol.document.failed";
