//! A response that is sent, from its decision to its end.

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
    /// A response; also the message id of its envelope, so that a repetition is one message.
    ResponseId
);

same_id!(
    ResponseId => MessageId,
    /// The response that a message would be, if it is one of ours.
    MessageId => ResponseId,
);

/// The kind of the job that sends a response.
pub const RESPOND_JOB: JobKind = JobKind("peppol.respond");

persistence::named! {
    /// How far a response is.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
    #[serde(rename_all = "snake_case")]
    pub enum ResponseState {
        /// On its way.
        Queued = "queued",
        /// The sender's access point has it.
        Sent = "sent",
        /// It reached the sender, whose access point says so.
        Delivered = "delivered",
        /// It does not reach the sender; the error says why.
        Failed = "failed",
        /// The sender of the document receives no responses.
        NotSupported = "not_supported",
    }
}

impl ResponseState {
    /// Whether the sender has it or may still get it: then it counts for what may be said after it.
    #[must_use]
    pub const fn counts(self) -> bool {
        matches!(self, Self::Queued | Self::Sent | Self::Delivered)
    }
}

/// A response to a received document, as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentResponse {
    /// Its id.
    pub id: ResponseId,
    /// The document that it answers.
    pub received: ReceivedId,
    /// Its place among the responses to that document, from 0.
    pub position: u16,
    /// Over which network.
    pub network: Network,
    /// From whom: who received the document.
    pub from: ParticipantId,
    /// To whom: who sent it.
    pub to: ParticipantId,
    /// What it says.
    pub response: InvoiceResponse,
    /// The document that says it, the same in every attempt.
    pub document: String,
    /// How far it is.
    pub state: ResponseState,
    /// Attempts made.
    pub attempts: u16,
    /// Why the last of them failed, or why it was refused.
    pub error: Option<String>,
    /// The receipt of the sender's access point.
    pub receipt: Option<Vec<u8>>,
    /// When it was decided.
    pub created_at: OffsetDateTime,
    /// When its state last became another.
    pub updated_at: OffsetDateTime,
    /// When a status said what became of it.
    pub answered_at: Option<OffsetDateTime>,
    /// Counts its changes.
    pub version: i32,
}

/// The document type of responses, with its scheme, as it is kept.
#[must_use]
pub fn response_type_text() -> String {
    format!("busdox-docid-qns::{INVOICE_RESPONSE_DOCUMENT_TYPE}")
}

/// The document type of responses.
///
/// # Errors
/// None: the constant is one.
pub fn response_type() -> Result<DocumentTypeId, InvalidIdentifier> {
    response_type_text().parse()
}

/// The process of responses.
///
/// # Errors
/// None: the constant is one.
pub fn response_process() -> Result<ProcessId, InvalidIdentifier> {
    format!("cenbii-procid-ubl::{INVOICE_RESPONSE_PROCESS}").parse()
}

impl SentResponse {
    /// The job that sends it, from the moment at which it is kept.
    #[must_use]
    pub const fn job(&self, id: JobId, organization: OrganizationId) -> NewJob {
        NewJob::about((organization, SubjectId(self.id.0)), id, RESPOND_JOB, self.created_at)
    }

    /// The response as a message, under its own id in each attempt. What a status speaks of has gone out before.
    ///
    /// # Errors
    /// None: the constants are identifiers.
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

    /// After an attempt that the other access point answered with its receipt. What a status has said of it before
    /// stands, and so does its reason.
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

    /// Since when a status says what became of it although its receipt never came: whoever had it may have vanished, or
    /// the connection broke. The same message is sent once more then, and is answered with the receipt.
    #[must_use]
    pub fn receipt_missing_since(&self) -> Option<OffsetDateTime> {
        self.answered_at.filter(|_| self.receipt.is_none())
    }

    /// After an attempt that failed: with the time of the next one, unless it was the last. The waits are those of
    /// documents. An attempt that may have arrived is made again under the same message id: the other side knows it.
    /// What a status has said of it before stands, and the next attempt asks for the receipt alone.
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

    /// The sender receives no responses. What a status has said of it before stands.
    #[must_use]
    pub fn not_supported(self, error: String, now: OffsetDateTime) -> Self {
        match self.state {
            ResponseState::Queued => {
                Self { error: Some(error), ..self.moved(ResponseState::NotSupported, now) }
            }
            state => self.moved(state, now),
        }
    }

    /// After what the other access point said of its message; nothing when it is known what became of it.
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
