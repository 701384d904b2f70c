//! Documents received over the network.

use crate::{
    documents::DocumentFacts,
    identifiers::{DocumentTypeId, MessageId, Network, ParticipantId, ProcessId, ReceivedId},
    inbox::{
        received_exchange::ReceivedExchange, received_message::ReceivedMessage, status::NewStatus,
    },
    submissions::ReportDue,
};
use rust_decimal::Decimal;
use std::{fmt, sync::Arc};
use time::{Date, OffsetDateTime};

/// The stored record of a received document. Fields that the document lacks are `None`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceivedRecord {
    /// The id of the received document.
    pub id: ReceivedId,
    /// The network that it came over.
    pub network: Network,
    /// The sender's message id; a repetition has the same one.
    pub message_id: MessageId,
    /// The transaction id in the receipt.
    pub transaction_id: String,
    /// The participant that sends it.
    pub sender: ParticipantId,
    /// The sender's name, as stated in the document.
    pub sender_name: Option<String>,
    /// The participant that it is addressed to.
    pub receiver: ParticipantId,
    /// The identifier of its document type.
    pub document_type: DocumentTypeId,
    /// The identifier of its business process.
    pub process: ProcessId,
    /// Invoice number (BT-1).
    pub number: Option<String>,
    /// Type code (BT-3).
    pub type_code: Option<String>,
    /// Issue date (BT-2).
    pub issue_date: Option<Date>,
    /// Payment due date (BT-9).
    pub due_date: Option<Date>,
    /// Total with VAT (BT-112).
    pub total: Option<Decimal>,
    /// Amount due for payment (BT-115): less than the total when a part was paid before.
    pub payable: Option<Decimal>,
    /// Invoice currency code (BT-5).
    pub currency: Option<String>,
    /// The document's size in bytes.
    pub size: u64,
    /// When it was received.
    pub received_at: OffsetDateTime,
    /// When the caller's system acknowledged it; `None` before.
    pub acknowledged_at: Option<OffsetDateTime>,
}

impl ReceivedRecord {
    /// Whether two messages carry the same document, sent again by its sender.
    #[must_use]
    pub fn is_same_document(&self, other: &Self) -> bool {
        self.network == other.network
            && self.sender == other.sender
            && self.identity().is_some_and(|one| other.identity() == Some(one))
    }

    /// The values that identify a document of a sender: number, type, issue date, total and currency.
    fn identity(&self) -> Option<(&str, &str, Date, Decimal, &str)> {
        let (number, kind) = (self.number.as_deref()?, self.type_code.as_deref()?);
        Some((number, kind, self.issue_date?, self.total?, self.currency.as_deref()?))
    }
}

persistence::listed!(ReceivedRecord: received_at, id);

/// Whether a received document counts in figures that count each document once: it has no expense, no copy of it among
/// `all` has one, and it is the first of the copies.
pub fn counts_once<'r>(
    record: &ReceivedRecord,
    all: impl IntoIterator<Item = &'r ReceivedRecord>,
    has_expense: impl Fn(ReceivedId) -> bool,
) -> bool {
    let goes_before = |other: &ReceivedRecord| {
        (other.received_at, other.id) < (record.received_at, record.id) || has_expense(other.id)
    };
    let others = all.into_iter().filter(|other| other.id != record.id);
    let mut same = others.filter(|other| other.is_same_document(record));
    !has_expense(record.id) && !same.any(goes_before)
}

impl ReceivedRecord {
    /// Fills in the facts of the document.
    #[must_use]
    pub fn with(self, facts: &DocumentFacts) -> Self {
        Self {
            sender_name: facts.party(facts.sender()).name.clone(),
            number: facts.number.clone(),
            type_code: facts.type_code.clone(),
            issue_date: facts.issue_date,
            due_date: facts.due_date,
            total: facts.total,
            payable: facts.payable,
            currency: facts.currency.clone(),
            ..self
        }
    }
}

/// A received document to store, with its bytes and evidence.
#[derive(Clone, PartialEq, Eq)]
pub struct ReceivedDocument {
    /// The record of the document.
    pub record: ReceivedRecord,
    /// The original bytes.
    pub bytes: Arc<[u8]>,
    /// The receipt that is sent for it.
    pub evidence: Arc<[u8]>,
    /// The message of another access point that carried it.
    pub message: Option<ReceivedMessage>,
    /// The tax report that becomes due, stored with the document the first time.
    pub report: Option<ReportDue>,
    /// The status owed to its sender; `None` for a document without a message.
    pub status: Option<NewStatus>,
    /// Its log line in the message log; `None` for a document without a message.
    pub exchange: Option<ReceivedExchange>,
    /// Whether it counts as a transaction of the month ([`crate::volume`]).
    pub counts: bool,
}

impl fmt::Debug for ReceivedDocument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}, {} bytes", self.record, self.bytes.len())
    }
}

/// The result of storing an arriving document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Arrival {
    /// The document was stored.
    Kept,
    /// Its message id was received before, with this receipt.
    Repeated {
        /// The transaction id in the first receipt.
        transaction_id: String,
        /// The first receipt, signed.
        evidence: Vec<u8>,
        /// Whether the first document had the same bytes.
        same_document: bool,
    },
}

/// Which received documents to list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReceivedFilter {
    /// Only documents of this network.
    pub network: Option<Network>,
    /// Only acknowledged documents, or only others.
    pub acknowledged: Option<bool>,
    /// Only documents of this sender.
    pub sender: Option<ParticipantId>,
    /// Only documents for this receiver: an organization may have had other identifiers before.
    pub receiver: Option<ParticipantId>,
    /// Only documents with this number.
    pub number: Option<String>,
    /// Only documents received at or after this instant.
    pub from: Option<OffsetDateTime>,
    /// Only documents received before this instant.
    pub to: Option<OffsetDateTime>,
    /// Oldest first instead of newest first.
    pub oldest_first: bool,
}
