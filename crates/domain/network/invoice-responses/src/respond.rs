//! Whether an answer may be given, after those that were.

use crate::{Answer, ResponseId, ResponseState, SentResponse};
use peppol_connector::{
    identifiers::{ParticipantId, Profile, Root},
    inbox::ReceivedRecord,
};
use peppol_messages::invoice_response::{
    AnsweredDocument, InvoiceResponse, InvoiceStatus, ResponseParty,
};
use time::{Date, OffsetDateTime, macros::date};

/// Why a document is not answered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
pub enum CannotRespond {
    /// It is something else, or names no number or type.
    #[error("only invoices and credit notes with a number and a type are answered")]
    NotAnInvoice,
    /// Until a day ([`SELF_BILLED_FROM`]) responses go from the buyer to the seller only (OP-BR111-R001).
    #[error(
        "[OP-BR111-R001] a self-billed document is its buyer's own: it is not answered before 24 February 2027"
    )]
    SelfBilled,
    /// The organization does not receive under the identifier any more.
    #[error("{participant} is not registered here any more", participant = .0)]
    NotRegistered(ParticipantId),
    /// A last word was said (OP-BR111-R004).
    #[error("[OP-BR111-R004] the document was answered {status}: nothing follows that", status = .0.name())]
    Ended(InvoiceStatus),
    /// Statuses go forward only (OP-BR111-R012).
    #[error("[OP-BR111-R012] the document was answered {earlier}: {wanted} does not follow that", earlier = .earlier.name(), wanted = .wanted.name())]
    Backwards {
        /// What was said.
        earlier: InvoiceStatus,
        /// What should be.
        wanted: InvoiceStatus,
    },
    /// More than are kept of one document.
    #[error("the document was answered too often")]
    TooMany,
}

/// What an answer comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// It was said last: nothing is sent again.
    Said(SentResponse),
    /// A new response, to be kept with its job.
    New(SentResponse),
}

/// What surrounds an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Responding<'a> {
    /// The document.
    pub record: &'a ReceivedRecord,
    /// The name of who answers.
    pub name: &'a str,
    /// What was answered before, the first first.
    pub earlier: &'a [SentResponse],
    /// The id of a new response: a UUID of version 7, which has its time.
    pub id: ResponseId,
    /// Now.
    pub now: OffsetDateTime,
}

/// The first day (in Europe/Bratislava) on which a seller answers a self-billed document: Invoice Response 3.0.18 of the
/// Peppol BIS, which comes into force with Billing 3.0.22. Before it only buyers answer.
pub const SELF_BILLED_FROM: Date = date!(2027 - 02 - 24);

/// Decides on an answer.
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

/// The statuses that may be said of a document next on a day in Europe/Bratislava, in their order.
///
/// # Errors
/// [`CannotRespond`]: none may.
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

/// What was said last, among what the sender has or may still get.
fn last_said(earlier: &[SentResponse]) -> Option<&SentResponse> {
    earlier.iter().rev().find(|response| response.state.counts())
}

/// Responses to one document at most.
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

    /// What goes over the network.
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

/// The document as a response names it.
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

/// Whether a status may follow what was said.
fn follows(said: &InvoiceResponse, wanted: InvoiceStatus) -> Result<(), CannotRespond> {
    let earlier = said.status;
    let is_part = Answer::is_part_payment(earlier, &said.clarifications);
    if earlier == InvoiceStatus::Rejected || (earlier == InvoiceStatus::Paid && !is_part) {
        return Err(CannotRespond::Ended(earlier));
    }
    // a query may be repeated with others, and so may a payment in part
    let repeats = earlier == InvoiceStatus::UnderQuery || is_part;
    if wanted.rank() > earlier.rank() || (repeats && wanted == earlier) {
        return Ok(());
    }
    Err(CannotRespond::Backwards { earlier, wanted })
}
