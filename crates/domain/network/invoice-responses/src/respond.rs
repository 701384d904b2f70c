//! Decides whether an answer may be given, after the earlier ones.

use crate::{Answer, ResponseId, ResponseState, SentResponse};
use peppol_connector::{
    identifiers::{ParticipantId, Profile, Root},
    inbox::ReceivedRecord,
};
use peppol_messages::invoice_response::{
    AnsweredDocument, InvoiceResponse, InvoiceStatus, ResponseParty,
};
use time::{Date, OffsetDateTime, macros::date};

/// Why a received document cannot be answered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
pub enum CannotRespond {
    /// The document is not an invoice, or it has no number or no type.
    #[error("only invoices and credit notes with a number and a type are answered")]
    NotAnInvoice,
    /// Before [`SELF_BILLED_FROM`], only buyers may respond to sellers (OP-BR111-R001).
    #[error(
        "[OP-BR111-R001] a self-billed document is its buyer's own: it is not answered before 24 February 2027"
    )]
    SelfBilled,
    /// The organization is no longer registered to receive under this identifier.
    #[error("{participant} is not registered here any more", participant = .0)]
    NotRegistered(ParticipantId),
    /// An earlier response was final (OP-BR111-R004).
    #[error("[OP-BR111-R004] the document was answered {status}: nothing follows that", status = .0.name())]
    Ended(InvoiceStatus),
    /// Statuses only move forward (OP-BR111-R012).
    #[error("[OP-BR111-R012] the document was answered {earlier}: {wanted} does not follow that", earlier = .earlier.name(), wanted = .wanted.name())]
    Backwards {
        /// The status of an earlier response.
        earlier: InvoiceStatus,
        /// The requested status.
        wanted: InvoiceStatus,
    },
    /// The document has the maximum number of responses.
    #[error("the document was answered too often")]
    TooMany,
}

/// The result of an accepted answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// The last response says the same, so nothing is sent again.
    Said(SentResponse),
    /// A new response, which must be stored together with its job.
    New(SentResponse),
}

/// The facts that the decision on an answer needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Responding<'a> {
    /// The received document.
    pub record: &'a ReceivedRecord,
    /// The name of the organization that answers.
    pub name: &'a str,
    /// The earlier responses to the document, the oldest first.
    pub earlier: &'a [SentResponse],
    /// The id for the new response: a UUID of version 7, whose timestamp is used.
    pub id: ResponseId,
    /// The current time.
    pub now: OffsetDateTime,
}

/// The first day (in Europe/Bratislava) on which a seller answers a self-billed document: Invoice Response 3.0.18 of the
/// Peppol BIS, which comes into force with Billing 3.0.22. Before it only buyers answer.
pub const SELF_BILLED_FROM: Date = date!(2027 - 02 - 24);

/// Decides whether an answer may be sent.
///
/// # Errors
/// [`CannotRespond`].
pub fn respond(answer: &Answer, around: Responding<'_>) -> Result<Decision, CannotRespond> {
    let Responding { record, earlier, .. } = around;
    let about = answered_document(record, service_day::date(around.now))?;
    if let Some(last) = last_said(earlier) {
        let said = &last.response;
        let same = said.status == answer.status
            && said.clarifications == answer.clarifications
            && said.note == answer.note;
        if same {
            return Ok(Decision::Said(last.clone()));
        }
        follows(said, answer.status)?;
    }
    let position = u16::try_from(earlier.len()).map_err(|_| CannotRespond::TooMany)?;
    if position >= MAX_RESPONSES {
        return Err(CannotRespond::TooMany);
    }
    Ok(Decision::New(around.response(answer, about, position)))
}

/// The statuses that may follow for a document on a day (in Europe/Bratislava), in their order.
///
/// # Errors
/// [`CannotRespond`] when no status may follow.
pub fn next_statuses(
    record: &ReceivedRecord,
    earlier: &[SentResponse],
    today: Date,
) -> Result<Vec<InvoiceStatus>, CannotRespond> {
    answered_document(record, today)?;
    if earlier.len() >= usize::from(MAX_RESPONSES) {
        return Err(CannotRespond::TooMany);
    }
    let Some(last) = last_said(earlier) else { return Ok(InvoiceStatus::ALL.to_vec()) };
    let may = |wanted: &InvoiceStatus| follows(&last.response, *wanted).is_ok();
    let next: Vec<_> = InvoiceStatus::ALL.iter().copied().filter(may).collect();
    if next.is_empty() { Err(CannotRespond::Ended(last.response.status)) } else { Ok(next) }
}

/// The last response among those that the sender has, or may still get.
fn last_said(earlier: &[SentResponse]) -> Option<&SentResponse> {
    earlier.iter().rev().find(|response| response.state.counts())
}

/// The maximum number of responses to one document.
const MAX_RESPONSES: u16 = 100;

impl Responding<'_> {
    fn response(&self, answer: &Answer, about: AnsweredDocument, position: u16) -> SentResponse {
        let Self { record, id, now, .. } = *self;
        let response = self.message(answer, about);
        SentResponse {
            id,
            received: record.id,
            position,
            network: record.network,
            from: record.receiver.clone(),
            to: record.sender.clone(),
            document: response.write(),
            response,
            state: ResponseState::Queued,
            attempts: 0,
            error: None,
            receipt: None,
            created_at: now,
            updated_at: now,
            answered_at: None,
            version: 0,
        }
    }

    /// The response to send.
    fn message(&self, answer: &Answer, about: AnsweredDocument) -> InvoiceResponse {
        let Self { record, name, .. } = *self;
        let party = |participant: &ParticipantId, name: &str| {
            let participant = participant.to_string();
            let name = name.trim();
            let name = if name.is_empty() { participant.clone() } else { name.to_owned() };
            ResponseParty { participant, name }
        };
        InvoiceResponse {
            id: self.id.to_string(),
            issued: self.now,
            note: answer.note.clone(),
            sender: party(&record.receiver, name),
            receiver: party(&record.sender, record.sender_name.as_deref().unwrap_or_default()),
            status: answer.status,
            effective_on: None,
            clarifications: answer.clarifications.clone(),
            about,
        }
    }
}

/// The reference to the document in a response.
fn answered_document(
    record: &ReceivedRecord,
    today: Date,
) -> Result<AnsweredDocument, CannotRespond> {
    let of = |root: &Root| {
        let start = format!("{}::{}##", root.namespace(), root.local_name());
        record.document_type.value().starts_with(&start)
    };
    if !Root::ALL.iter().any(of) {
        return Err(CannotRespond::NotAnInvoice);
    }
    let is_self_billed = record.process.value() == Profile::SELF_BILLING.profile_id;
    if is_self_billed && today < SELF_BILLED_FROM {
        return Err(CannotRespond::SelfBilled);
    }
    let said = |text: &Option<String>| {
        let text = text.as_deref().map(str::trim).filter(|text| !text.is_empty());
        text.map(str::to_owned).ok_or(CannotRespond::NotAnInvoice)
    };
    Ok(AnsweredDocument {
        number: said(&record.number)?,
        issued_on: record.issue_date,
        type_code: said(&record.type_code)?,
    })
}

/// Whether a status may follow the last response.
fn follows(said: &InvoiceResponse, wanted: InvoiceStatus) -> Result<(), CannotRespond> {
    let earlier = said.status;
    let is_part = Answer::is_part_payment(earlier, &said.clarifications);
    if earlier == InvoiceStatus::Rejected || (earlier == InvoiceStatus::Paid && !is_part) {
        return Err(CannotRespond::Ended(earlier));
    }
    // a query may be repeated with other reasons, and so may a partial payment
    let repeats = earlier == InvoiceStatus::UnderQuery || is_part;
    if wanted.rank() > earlier.rank() || (repeats && wanted == earlier) {
        return Ok(());
    }
    Err(CannotRespond::Backwards { earlier, wanted })
}
