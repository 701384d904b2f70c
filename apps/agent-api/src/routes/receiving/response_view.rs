//! Invoice Responses, as answers show them.

use crate::requests::{InvoiceResponseName, ModeName, ResponseStateName};
use invoice_responses::{
    Clarification, ClarificationCode, InvoiceResponse, ReceivedResponse, ResponseState,
    SentResponse,
};
use peppol_connector::identifiers::Network;
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

/// A reason, or an action that is asked for.
#[derive(Serialize, ToSchema)]
pub struct ReasonView {
    /// A code of OPStatusReason or OPStatusAction.
    pub code: Option<&'static str>,
    pub text: Option<String>,
}

/// What a response says.
#[derive(Serialize, ToSchema)]
pub struct SaidView {
    #[schema(value_type = InvoiceResponseName)]
    pub response: &'static str,
    /// Why.
    pub reasons: Vec<ReasonView>,
    /// What the sender of the document is asked to do.
    pub actions: Vec<ReasonView>,
    pub note: Option<String>,
    /// Since when, where it is said.
    #[schema(format = Date)]
    pub effective_date: Option<String>,
}

impl From<InvoiceResponse> for SaidView {
    fn from(said: InvoiceResponse) -> Self {
        let is_action =
            |one: &Clarification| matches!(one.code, Some(ClarificationCode::Action(_)));
        let (actions, reasons): (Vec<_>, Vec<_>) =
            said.clarifications.into_iter().partition(is_action);
        let view = |one: Clarification| ReasonView {
            code: one.code.map(ClarificationCode::code),
            text: one.text,
        };
        Self {
            response: said.status.name(),
            reasons: reasons.into_iter().map(view).collect(),
            actions: actions.into_iter().map(view).collect(),
            note: said.note,
            effective_date: said.effective_on.map(|date| date.to_string()),
        }
    }
}

/// A response to a received document.
#[derive(Serialize, ToSchema)]
pub struct SentResponseView {
    pub id: Uuid,
    /// The received document.
    pub received_document_id: Uuid,
    /// test or live
    #[schema(value_type = ModeName)]
    pub mode: Network,
    #[serde(flatten)]
    pub said: SaidView,
    /// queued, sent, delivered, failed, or not_supported: the sender of the document receives no responses.
    #[schema(value_type = ResponseStateName)]
    pub state: ResponseState,
    /// Attempts made to send it.
    pub attempts: u16,
    /// Why the last of them failed, or why it was refused.
    pub error: Option<String>,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// When its state changed last.
    #[serde(with = "time::serde::rfc3339")]
    pub updated_at: OffsetDateTime,
}

impl From<&SentResponse> for SentResponseView {
    fn from(response: &SentResponse) -> Self {
        Self {
            id: response.id.0,
            received_document_id: response.received.0,
            mode: response.network,
            said: response.response.clone().into(),
            state: response.state,
            attempts: response.attempts,
            error: response.error.clone(),
            created_at: response.created_at,
            updated_at: response.updated_at,
        }
    }
}

/// A response to a document that was sent.
#[derive(Serialize, ToSchema)]
pub struct ReceivedResponseView {
    /// Also the id of the received document that it is: `GET /v1/agent/peppol/received/{id}/xml`.
    pub id: Uuid,
    /// The send that it answers.
    pub document_id: Uuid,
    pub invoice_id: Uuid,
    /// Who says it.
    pub sender_participant_id: String,
    pub sender_name: String,
    #[serde(flatten)]
    pub said: SaidView,
    #[serde(with = "time::serde::rfc3339")]
    pub received_at: OffsetDateTime,
}

impl From<ReceivedResponse> for ReceivedResponseView {
    fn from(received: ReceivedResponse) -> Self {
        let sender = received.response.sender.clone();
        Self {
            id: received.id.0,
            document_id: received.submission.0,
            invoice_id: received.invoice.0,
            sender_participant_id: sender.participant,
            sender_name: sender.name,
            said: received.response.into(),
            received_at: received.received_at,
        }
    }
}
