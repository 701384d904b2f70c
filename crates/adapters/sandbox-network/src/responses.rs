//! Invoice Responses between organizations of the sandbox.

use crate::{
    Behaviour, SandboxNetwork,
    delivery::{arriving_document, brought},
    transaction::transaction_of,
};
use access::OrganizationId;
use invoice_responses::{
    AnsweredDocument, Between, Clarification, ClarificationCode, InvoiceResponse, InvoiceStatus,
    ResponseInbox, ResponseParty, StatusAction, StatusReason, attach, read_response,
    response_process, response_type,
};
use peppol_connector::{
    documents::read_facts,
    identifiers::{ParticipantId, ReceivedId},
    ports::{AccountStore, DeliveryError, InboxStore, Receipt},
    submissions::OutgoingMessage,
};
use persistence::StoreError;
use tax_reports::TaxReportStore;
use time::OffsetDateTime;
use uuid::Uuid;
use xml::Parsed;

impl<S, C> SandboxNetwork<S, C>
where
    S: AccountStore + InboxStore + TaxReportStore + ResponseInbox,
    C: Fn() -> OffsetDateTime + Send + Sync,
{
    /// Attaches a response to the document that an organization sent, once for each message id. What a message level
    /// status would reject is refused at once.
    pub(crate) async fn bring_response(
        &self,
        to: OrganizationId,
        message: &OutgoingMessage,
        document: &[u8],
    ) -> Result<Receipt, DeliveryError> {
        let (now, id) = ((self.clock)(), ReceivedId(Uuid::now_v7()));
        let between = Between::new(message.network, &message.sender, &message.receiver);
        let refused = |error: &dyn std::fmt::Display| DeliveryError::Refused(error.to_string());
        let response = read_response(between, document).map_err(|why| refused(&why))?;
        let number = &response.about.number;
        let known = self.store.documents_numbered(to, between.reversed(), number).await;
        let known = known.map_err(|error| DeliveryError::Unreachable(error.into()))?;
        let attached = attach(between, response, &known, (id, now));
        let attached = attached.map_err(|why| refused(&why))?;
        let event = attached.event(to);
        let event = event.map_err(|error| DeliveryError::Unreachable(error.into()))?;
        let arriving = arriving_document(message, document, now);
        let received = arriving.received(id, now);
        let arrival = self.store.receive_response(to, &received, Some((&attached, &event))).await;
        brought(message, &arriving, arrival)
    }

    /// What a participant answers that answers by itself, if the sender of the document asked for responses. Once for
    /// each message id.
    ///
    /// # Errors
    /// [`DeliveryError`] where the store fails: the document may be sent again.
    pub(crate) async fn answer(
        &self,
        behaviour: Behaviour,
        message: &OutgoingMessage,
        document: &[u8],
    ) -> Result<(), DeliveryError> {
        let unknown = |error: StoreError| DeliveryError::Unreachable(error.into());
        let Some(response) = response(behaviour, message, document, (self.clock)()) else {
            return Ok(());
        };
        let sender = self.store.enrolled(message.network, &message.sender).await;
        let Some(to) = sender.map_err(unknown)? else { return Ok(()) };
        if !self.store.takes_responses(to).await.map_err(unknown)? {
            return Ok(());
        }
        let Some(message) = answering(message) else { return Ok(()) };
        match self.bring_response(to, &message, response.write().as_bytes()).await {
            // a document that is not stored, as in a preflight, gets no response
            Ok(_) | Err(DeliveryError::Refused(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }
}

/// The message in which a document is answered: its id follows from the document's.
fn answering(message: &OutgoingMessage) -> Option<OutgoingMessage> {
    Some(OutgoingMessage {
        message_id: transaction_of(transaction_of(message.message_id)),
        sender: message.receiver.clone(),
        receiver: message.sender.clone(),
        document_type: response_type().ok()?,
        process: response_process().ok()?,
        ..message.clone()
    })
}

/// What a participant answers to an invoice, if it answers.
fn response(
    behaviour: Behaviour,
    message: &OutgoingMessage,
    document: &[u8],
    now: OffsetDateTime,
) -> Option<InvoiceResponse> {
    let (status, clarifications) = answer_of(behaviour)?;
    let document = Parsed::read(document).ok()?;
    let facts = read_facts(&document).ok()?;
    let party = |participant: &ParticipantId, name: &str| ResponseParty {
        participant: participant.to_string(),
        name: name.to_owned(),
    };
    let seller = facts.party(facts.sender()).name.clone().unwrap_or_else(|| "?".to_owned());
    Some(InvoiceResponse {
        id: transaction_of(message.message_id).to_string(),
        issued: now,
        note: None,
        sender: party(&message.receiver, "Billhook sandbox"),
        receiver: party(&message.sender, &seller),
        status,
        effective_on: None,
        clarifications,
        about: AnsweredDocument {
            number: facts.number.clone()?,
            issued_on: facts.issue_date,
            type_code: facts.type_code.clone()?,
        },
    })
}

/// The status and its reasons, of one that answers.
fn answer_of(behaviour: Behaviour) -> Option<(InvoiceStatus, Vec<Clarification>)> {
    let because = |code, text: &str| Clarification {
        code: Some(code),
        text: Some(text.to_owned()),
        details: Vec::new(),
    };
    match behaviour {
        Behaviour::Accepts => Some((InvoiceStatus::Accepted, Vec::new())),
        Behaviour::Rejects => {
            let reason = ClarificationCode::Reason(StatusReason::Prices);
            let action = ClarificationCode::Action(StatusAction::NewInvoice);
            let why = vec![because(reason, ON_PURPOSE), because(action, ASKED)];
            Some((InvoiceStatus::Rejected, why))
        }
        _ => None,
    }
}

const ON_PURPOSE: &str = "this participant of the sandbox rejects every document, on purpose";
const ASKED: &str = "send another one to see it again";
