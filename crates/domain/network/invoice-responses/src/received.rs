//! Responses that came, and the documents that they are about.

use crate::{Between, response_type_text};
use access::OrganizationId;
use events::{Data, Event, NewEvent, ResponseData, ResponseReason, Unwritable};
use peppol_connector::{
    identifiers::{DocumentTypeId, InvoiceId, Network, ParticipantId, ReceivedId, SubmissionId},
    sending::Submission,
};
use peppol_messages::invoice_response::{InvoiceResponse, NotAResponse};
use time::OffsetDateTime;

/// Whether documents of a type are Invoice Responses.
#[must_use]
pub fn is_response(document_type: &DocumentTypeId) -> bool {
    document_type.to_string() == response_type_text()
}

/// Whose responses are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResponsesOf {
    /// Those to all sends of an invoice in a network.
    Invoice(InvoiceId, Network),
    /// Those to one sent document.
    Document(SubmissionId),
}

/// A document that was sent, as far as responses to it depend on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentDocument {
    /// Which.
    pub submission: SubmissionId,
    /// The invoice that it is.
    pub invoice: InvoiceId,
    /// From whom.
    pub sender: ParticipantId,
    /// To whom.
    pub receiver: ParticipantId,
    /// Whether the network has it, or may have it.
    pub was_sent: bool,
    /// BT-3; not known of what was sent long ago.
    pub type_code: Option<String>,
}

impl SentDocument {
    /// Of a submission and the type of its document.
    #[must_use]
    pub fn of(submission: Submission, type_code: Option<String>) -> Self {
        Self {
            submission: submission.id,
            invoice: submission.invoice,
            sender: submission.sender,
            receiver: submission.receiver,
            was_sent: submission.progress.was_tried(),
            type_code,
        }
    }
}

/// A response that came for a sent document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceivedResponse {
    /// The received document that it is.
    pub id: ReceivedId,
    /// Over which network.
    pub network: Network,
    /// The sent document.
    pub submission: SubmissionId,
    /// The invoice that it is.
    pub invoice: InvoiceId,
    /// What it says.
    pub response: InvoiceResponse,
    /// When it came.
    pub received_at: OffsetDateTime,
}

/// Why a response is attached to nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotAttached {
    /// It is none, or breaks the rules of its type.
    #[error(transparent)]
    Invalid(#[from] NotAResponse),
    /// Its parties are others than those of its message.
    #[error("the response names other parties than its envelope")]
    OtherParties,
    /// No such document was sent from its receiver to its sender.
    #[error("no document {0} was sent from its receiver to its sender")]
    UnknownDocument(String),
    /// The document is of another type (OP-BR111-R014).
    #[error("[OP-BR111-R014] the document {0} is of another type than the response says")]
    OtherType(String),
}

impl NotAttached {
    /// Whether it has not the shape of its type at all.
    #[must_use]
    pub const fn is_syntax(&self) -> bool {
        matches!(
            self,
            Self::Invalid(
                NotAResponse::Unreadable(_) | NotAResponse::Shape(_) | NotAResponse::Value
            )
        )
    }
}

/// What a response says that arrives from one participant for another.
///
/// # Errors
/// [`NotAttached`]: it is not valid, or its parties are not those of its message.
pub fn read_response(between: Between<'_>, bytes: &[u8]) -> Result<InvoiceResponse, NotAttached> {
    let response = InvoiceResponse::read(bytes)?;
    let is = |named: &str, id: &ParticipantId| {
        let named = named.parse::<ParticipantId>().ok();
        // in the test network a firm may go by its live identifier
        named.is_some_and(|named| named == *id || named.looked_up_in(between.network) == *id)
    };
    let (sender, receiver) = (&response.sender.participant, &response.receiver.participant);
    if is(sender, between.sender) && is(receiver, between.receiver) {
        Ok(response)
    } else {
        Err(NotAttached::OtherParties)
    }
}

/// The sent document that a response is about, among those with its number, the newest first.
///
/// # Errors
/// [`NotAttached`].
pub fn attach(
    between: Between<'_>,
    response: InvoiceResponse,
    documents: &[SentDocument],
    (id, now): (ReceivedId, OffsetDateTime),
) -> Result<ReceivedResponse, NotAttached> {
    let Between { network, sender, receiver } = between.reversed();
    let was_sent =
        |one: &&SentDocument| one.was_sent && one.sender == *sender && one.receiver == *receiver;
    let number = || response.about.number.clone();
    let mut known = documents.iter().filter(was_sent).peekable();
    if known.peek().is_none() {
        return Err(NotAttached::UnknownDocument(number()));
    }
    let is_of_type = |one: &&SentDocument| {
        one.type_code.as_deref().is_none_or(|code| code.trim() == response.about.type_code)
    };
    let found = known.find(is_of_type).ok_or_else(|| NotAttached::OtherType(number()))?;
    Ok(ReceivedResponse {
        id,
        network,
        submission: found.submission,
        invoice: found.invoice,
        response,
        received_at: now,
    })
}

impl ReceivedResponse {
    /// `peppol.document.response_received`; its id follows from the response's, so that it is kept once.
    ///
    /// # Errors
    /// [`Unwritable`].
    pub fn event(&self, organization: OrganizationId) -> Result<NewEvent, Unwritable> {
        let response = &self.response;
        let reasons = response.clarifications.iter().map(|one| ResponseReason {
            code: one.code.map(|code| code.code().to_owned()),
            message: one.text.clone(),
        });
        let data = Data::PeppolDocumentResponseReceived(ResponseData {
            response_id: self.id,
            document_id: self.submission,
            invoice_id: self.invoice,
            invoice_number: response.about.number.clone(),
            response: response.status.name().to_owned(),
            reasons: reasons.collect(),
            note: response.note.clone(),
            effective_date: response.effective_on,
            sender_participant_id: response.sender.participant.clone(),
            mode: self.network.tier(),
        });
        let event = Event { organization, at: self.received_at, data };
        NewEvent::once(&event, &self.id.to_string())
    }
}
