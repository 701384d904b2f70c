use super::flight_view::FlightView;
use crate::http::List;
use crate::requests::{DocumentStateName, ModeName};
use crate::routes::receiving::response_view::ReceivedResponseView;
use money::Decimal;
use peppol_connector::{
    identifiers::Network,
    submissions::{State, SubmissionRecord},
};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

/// An amount of a document, with two decimals at least: a database may drop those of a zero.
pub(in crate::routes) fn amount(mut amount: Decimal) -> String {
    if amount.scale() < money::AMOUNT_DECIMALS {
        amount.rescale(money::AMOUNT_DECIMALS);
    }
    amount.to_string()
}

/// A document on its way over the network.
#[derive(Serialize, ToSchema)]
pub struct DocumentView {
    /// The document's id: one send of it.
    pub document_id: Uuid,
    /// The invoice that it is, issued here or recorded.
    pub invoice_id: Uuid,
    /// Whether that invoice was issued here.
    pub native: bool,
    /// Its number (BT-1).
    pub number: String,
    /// QUEUED, SENDING, SENT, DELIVERED or FAILED.
    #[schema(value_type = DocumentStateName)]
    pub state: State,
    /// test or live.
    #[schema(value_type = ModeName)]
    pub mode: Network,
    /// From whom.
    pub sender: String,
    /// To whom.
    pub receiver: String,
    /// The document type identifier.
    pub document_type: String,
    /// The process identifier.
    pub process: String,
    /// The AS4 message.
    pub message_id: Uuid,
    /// The receiving side's transaction.
    pub transaction_id: Option<String>,
    /// Attempts begun.
    pub attempts: u16,
    /// Whether it is held by the send settings.
    pub held: bool,
    /// Whether its outcome is in doubt, and an operator has to look at it.
    pub parked: bool,
    /// When the next attempt begins; null when none is due.
    #[serde(with = "time::serde::rfc3339::option")]
    pub next_attempt_at: Option<OffsetDateTime>,
    /// What the last failed attempt said.
    pub error: Option<String>,
    /// When it was queued.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// When it moved last.
    #[serde(with = "time::serde::rfc3339")]
    pub updated_at: OffsetDateTime,
    /// When the network took it.
    #[serde(with = "time::serde::rfc3339::option")]
    pub sent_at: Option<OffsetDateTime>,
    /// When it reached the recipient.
    #[serde(with = "time::serde::rfc3339::option")]
    pub delivered_at: Option<OffsetDateTime>,
    /// How it travelled; null in lists.
    pub flight: Option<FlightView>,
    /// What its receiver answered (Invoice Responses), the first first; null in lists.
    pub responses: Option<Vec<ReceivedResponseView>>,
}

/// A page of documents, the newest first.
pub type DocumentList = List<DocumentView>;

impl From<SubmissionRecord> for DocumentView {
    fn from(record: SubmissionRecord) -> Self {
        let SubmissionRecord { submission, run_at, held, .. } = record;
        Self {
            document_id: submission.id.0,
            invoice_id: submission.invoice.0,
            native: submission.native,
            number: submission.number,
            state: submission.progress.state,
            mode: submission.network,
            sender: submission.sender.to_string(),
            receiver: submission.receiver.to_string(),
            document_type: submission.document_type.to_string(),
            process: submission.process.to_string(),
            message_id: submission.message_id.0,
            transaction_id: record.transaction_id,
            attempts: submission.progress.attempts,
            held,
            parked: submission.progress.needs_operator,
            next_attempt_at: run_at,
            error: record.error,
            created_at: record.created_at,
            updated_at: record.updated_at,
            sent_at: record.sent_at,
            delivered_at: record.delivered_at,
            flight: None,
            responses: None,
        }
    }
}
