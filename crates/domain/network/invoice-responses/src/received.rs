//! Responses that arrive, and the sent documents that they refer to.

use crate::{Between, response_type_text};
use access::OrganizationId;
use events::{Data, Event, NewEvent, ResponseData, ResponseReason, Unwritable};
use peppol_connector::{
    identifiers::{DocumentTypeId, InvoiceId, Network, ParticipantId, ReceivedId, SubmissionId},
    sending::Submission,
};
use peppol_messages::invoice_response::{InvoiceResponse, NotAResponse};
use time::OffsetDateTime;

/// Whether documents of this type are Invoice Responses.
#[must_use]
pub fn is_response(document_type: &DocumentTypeId) -> bool {
    document_type.to_string() == response_type_text()
}

/// Which responses to list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResponsesOf {
    /// The responses to all sends of an invoice in a network.
    Invoice(InvoiceId, Network),
    /// The responses to one sent document.
    Document(SubmissionId),
}

/// A sent document, reduced to what responses to it depend on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentDocument {
    /// The id of the submission.
    pub submission: SubmissionId,
    /// The invoice that was sent.
    pub invoice: InvoiceId,
    /// The participant that sent it.
    pub sender: ParticipantId,
    /// The participant that received it.
    pub receiver: ParticipantId,
    /// Whether the network has accepted the document, or may have.
    pub was_sent: bool,
    /// The invoice type code (BT-3); `None` for old submissions, which did not store it.
    pub type_code: Option<String>,
}

impl SentDocument {
    /// The document of a submission, with its type code.
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

/// A response to a sent document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceivedResponse {
    /// The id under which the response was received as a document.
    pub id: ReceivedId,
    /// The network that it came over.
    pub network: Network,
    /// The submission that it refers to.
    pub submission: SubmissionId,
    /// The invoice of that submission.
    pub invoice: InvoiceId,
    /// The parsed response.
    pub response: InvoiceResponse,
    /// When it arrived.
    pub received_at: OffsetDateTime,
}

/// Why an arriving response is not attached to a sent document.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotAttached {
    /// The document is not a response, or it breaks the rules of responses.
    #[error(transparent)]
    Invalid(#[from] NotAResponse),
    /// The parties in the response differ from those of its envelope.
    #[error("the response names other parties than its envelope")]
    OtherParties,
    /// No document with this number was sent from the receiver of the response to its sender.
    #[error("no document {0} was sent from its receiver to its sender")]
    UnknownDocument(String),
    /// The sent document has another type code than the response says (OP-BR111-R014).
    #[error("[OP-BR111-R014] the document {0} is of another type than the response says")]
    OtherType(String),
}

impl NotAttached {
    /// Whether the document cannot be parsed as a response at all, as opposed to breaking a rule.
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

/// Parses a response that arrives from one participant for another.
///
/// # Errors
/// [`NotAttached`]: the response is not valid, or its parties differ from those of its envelope.
pub fn read_response(between: Between<'_>, bytes: &[u8]) -> Result<InvoiceResponse, NotAttached> {
    let response = InvoiceResponse::read(bytes)?;
    let is = |named: &str, id: &ParticipantId| {
        let named = named.parse::<ParticipantId>().ok();
        // in the test network a firm may use its identifier of the live network
        named.is_some_and(|named| named == *id || named.looked_up_in(between.network) == *id)
    };
    let (sender, receiver) = (&response.sender.participant, &response.receiver.participant);
    if is(sender, between.sender) && is(receiver, between.receiver) {
        Ok(response)
    } else {
        Err(NotAttached::OtherParties)
    }
}

/// Finds the sent document that a response refers to. `documents` holds those with its number, the newest first.
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
    /// The event `peppol.document.response_received`. Its id is derived from the id of the response, so that it is
    /// stored once.
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
