//! A response that is sent: its states from the decision to the end.

use access::OrganizationId;
use jobs::{JobId, JobKind, NewJob, SubjectId};
use peppol_connector::{
    identifiers::{
        DocumentTypeId, InvalidIdentifier, MessageId, Network, ParticipantId, ProcessId, ReceivedId,
    },
    submissions::{Jitter, OutgoingMessage, RetryClass, next_attempt, next_receipt_request},
};
use peppol_messages::invoice_response::{
    INVOICE_RESPONSE_DOCUMENT_TYPE, INVOICE_RESPONSE_PROCESS, InvoiceResponse,
};
use peppol_messages::mls::{MessageStatus, ResponseCode};
use persistence::{same_id, typed_id};
use serde::Serialize;
use time::OffsetDateTime;

typed_id!(
    /// The id of a response. It is also the message id of its envelope, so that a retry is recognized as the same
    /// message.
    ResponseId
);

same_id!(
    ResponseId => MessageId,
    /// The response with this message id, if the message is a response of ours.
    MessageId => ResponseId,
);

/// The kind of the job that sends a response.
pub const RESPOND_JOB: JobKind = JobKind("peppol.respond");

persistence::named! {
    /// The state of a response.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
    #[serde(rename_all = "snake_case")]
    pub enum ResponseState {
        /// It is queued, or being retried.
        Queued = "queued",
        /// The sender's access point has accepted it.
        Sent = "sent",
        /// The sender's access point has reported that it was delivered to the sender.
        Delivered = "delivered",
        /// It could not be delivered; the error says why.
        Failed = "failed",
        /// The sender of the document does not receive responses.
        NotSupported = "not_supported",
    }
}

impl ResponseState {
    /// Whether the sender has the response or may still get it, so that later responses must follow it.
    #[must_use]
    pub const fn counts(self) -> bool {
        matches!(self, Self::Queued | Self::Sent | Self::Delivered)
    }
}

/// A stored response to a received document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentResponse {
    /// The id of the response.
    pub id: ResponseId,
    /// The received document that it answers.
    pub received: ReceivedId,
    /// The position among the responses to that document, from 0.
    pub position: u16,
    /// The network that it is sent over.
    pub network: Network,
    /// The participant that responds: the receiver of the document.
    pub from: ParticipantId,
    /// The participant that gets the response: the sender of the document.
    pub to: ParticipantId,
    /// The content of the response.
    pub response: InvoiceResponse,
    /// The XML of the response. Every attempt sends the same bytes.
    pub document: String,
    /// The state of the response.
    pub state: ResponseState,
    /// The number of attempts so far.
    pub attempts: u16,
    /// Why the last attempt failed, or why the response was refused.
    pub error: Option<String>,
    /// The receipt of the sender's access point.
    pub receipt: Option<Vec<u8>>,
    /// When the response was created.
    pub created_at: OffsetDateTime,
    /// When the state last changed.
    pub updated_at: OffsetDateTime,
    /// When a message level status (MLS) reported the outcome.
    pub answered_at: Option<OffsetDateTime>,
    /// The version, which counts the changes.
    pub version: i32,
}

/// The document type of responses with its scheme, as it is stored.
#[must_use]
pub fn response_type_text() -> String {
    format!("busdox-docid-qns::{INVOICE_RESPONSE_DOCUMENT_TYPE}")
}

/// The document type of responses.
///
/// # Errors
/// Never: the constant is valid.
pub fn response_type() -> Result<DocumentTypeId, InvalidIdentifier> {
    response_type_text().parse()
}

/// The process of responses.
///
/// # Errors
/// Never: the constant is valid.
pub fn response_process() -> Result<ProcessId, InvalidIdentifier> {
    format!("cenbii-procid-ubl::{INVOICE_RESPONSE_PROCESS}").parse()
}

impl SentResponse {
    /// The job that sends the response, due when the response is created.
    #[must_use]
    pub const fn job(&self, id: JobId, organization: OrganizationId) -> NewJob {
        NewJob::about((organization, SubjectId(self.id.0)), id, RESPOND_JOB, self.created_at)
    }

    /// The response as an outgoing message. Every attempt uses the same message id. If a status about the message has
    /// arrived, an earlier attempt must have arrived too, and the message counts as ambiguous.
    ///
    /// # Errors
    /// Never: the constants are valid identifiers.
    pub fn message(&self) -> Result<OutgoingMessage, InvalidIdentifier> {
        Ok(OutgoingMessage {
            network: self.network,
            message_id: self.id.into(),
            sender: self.from.clone(),
            receiver: self.to.clone(),
            document_type: response_type()?,
            process: response_process()?,
            made_at: MessageId::from(self.id).made_at(self.created_at),
            attempt: self.attempts.saturating_add(1),
            ambiguous: self.answered_at.is_some(),
        })
    }

    /// The response after an attempt that the other access point answered with a receipt. An outcome that a status
    /// has reported before is kept, with its reason.
    #[must_use]
    pub fn sent(self, receipt: Vec<u8>, delivered: bool, now: OffsetDateTime) -> Self {
        let (state, error) = match self.state {
            ResponseState::Queued if delivered => (ResponseState::Delivered, None),
            ResponseState::Queued => (ResponseState::Sent, None),
            state => (state, self.error.clone()),
        };
        let attempts = self.attempts.saturating_add(1);
        Self { attempts, receipt: Some(receipt), error, ..self.moved(state, now) }
    }

    /// Since when a status has reported the outcome although the receipt never came, because a process or a
    /// connection broke off. The message is then sent once more, and the other side answers with the receipt.
    #[must_use]
    pub fn receipt_missing_since(&self) -> Option<OffsetDateTime> {
        self.answered_at.filter(|_| self.receipt.is_none())
    }

    /// The response after a failed attempt, with the time of the next one unless it was the last. The delays are
    /// those of documents. An attempt that may have arrived is retried under the same message id, which the receiver
    /// knows. An outcome that a status has reported before is kept, and the retry only asks for the receipt.
    #[must_use]
    pub fn failed(
        self,
        class: RetryClass,
        error: String,
        now: OffsetDateTime,
        jitter: Jitter,
    ) -> (Self, Option<OffsetDateTime>) {
        let attempts = self.attempts.saturating_add(1);
        let is_permanent = class == RetryClass::Permanent;
        if self.state != ResponseState::Queued {
            let since = self.receipt_missing_since().filter(|_| !is_permanent);
            let next = since.and_then(|since| next_receipt_request(since, now));
            let state = self.state;
            return (Self { attempts, ..self.moved(state, now) }, next);
        }
        let next = next_attempt(attempts, now, jitter).filter(|_| !is_permanent);
        let state = next.map_or(ResponseState::Failed, |_| ResponseState::Queued);
        (Self { attempts, error: Some(error), ..self.moved(state, now) }, next)
    }

    /// The response when the sender does not receive responses. An outcome that a status has reported before is kept.
    #[must_use]
    pub fn not_supported(self, error: String, now: OffsetDateTime) -> Self {
        match self.state {
            ResponseState::Queued => {
                Self { error: Some(error), ..self.moved(ResponseState::NotSupported, now) }
            }
            state => self.moved(state, now),
        }
    }

    /// The response after a message level status; `None` when its outcome is known already.
    #[must_use]
    pub fn answered(
        self,
        status: &MessageStatus,
        why: String,
        now: OffsetDateTime,
    ) -> Option<Self> {
        if !matches!(self.state, ResponseState::Queued | ResponseState::Sent) {
            return None;
        }
        let (state, error) = match status.response {
            ResponseCode::Delivered | ResponseCode::Accepted => (ResponseState::Delivered, None),
            ResponseCode::Rejected => (ResponseState::Failed, Some(why)),
        };
        Some(Self { error, answered_at: Some(now), ..self.moved(state, now) })
    }

    fn moved(self, state: ResponseState, now: OffsetDateTime) -> Self {
        Self { state, updated_at: now, version: self.version + 1, ..self }
    }
}
