//! Documents that came over the network.

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

/// What is known of a received document. What the document does not say is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceivedRecord {
    /// The id of the received document.
    pub id: ReceivedId,
    /// Over which network it came.
    pub network: Network,
    /// The sender's message id: a repetition has the same.
    pub message_id: MessageId,
    /// The id of the transaction, as the receipt names it.
    pub transaction_id: String,
    /// The participant that sends it.
    pub sender: ParticipantId,
    /// The sender's name in the document.
    pub sender_name: Option<String>,
    /// The participant that it is addressed to.
    pub receiver: ParticipantId,
    /// The identifier of its document type.
    pub document_type: DocumentTypeId,
    /// The identifier of its business process.
    pub process: ProcessId,
    /// BT-1.
    pub number: Option<String>,
    /// BT-3.
    pub type_code: Option<String>,
    /// BT-2.
    pub issue_date: Option<Date>,
    /// BT-9.
    pub due_date: Option<Date>,
    /// BT-112, the total with VAT.
    pub total: Option<Decimal>,
    /// BT-115, what is left to pay: less than the total where something was paid before.
    pub payable: Option<Decimal>,
    /// BT-5.
    pub currency: Option<String>,
    /// The document's size in bytes.
    pub size: u64,
    /// When it was received.
    pub received_at: OffsetDateTime,
    /// When the caller's system took it over.
    pub acknowledged_at: Option<OffsetDateTime>,
}

impl ReceivedRecord {
    /// Whether two messages brought one document: its sender sent it again.
    #[must_use]
    pub fn is_same_document(&self, other: &Self) -> bool {
        self.network == other.network
            && self.sender == other.sender
            && self.said().is_some_and(|one| other.said() == Some(one))
    }

    /// What makes a document of a sender one: number, type, day of issue, total and currency.
    fn said(&self) -> Option<(&str, &str, Date, Decimal, &str)> {
        let (number, kind) = (self.number.as_deref()?, self.type_code.as_deref()?);
        Some((number, kind, self.issue_date?, self.total?, self.currency.as_deref()?))
    }
}

persistence::listed!(ReceivedRecord: received_at, id);

/// Whether a document counts where each counts once, among all that its organization has received: no expense was made of
/// it, none of another that is the same document, and it is the first of these.
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
    /// Fills in what the document says.
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

/// A document to be kept, with its bytes and the evidence of its receipt.
#[derive(Clone, PartialEq, Eq)]
pub struct ReceivedDocument {
    /// The record of the document.
    pub record: ReceivedRecord,
    /// As it came, byte for byte.
    pub bytes: Arc<[u8]>,
    /// The receipt that is given for it.
    pub evidence: Arc<[u8]>,
    /// The message of another access point that it came in.
    pub message: Option<ReceivedMessage>,
    /// The report to the tax authority that it makes due, kept with it the first time.
    pub report: Option<ReportDue>,
    /// The status that its sender is owed; only of a message.
    pub status: Option<NewStatus>,
    /// What the message log says of it; only of a message.
    pub exchange: Option<ReceivedExchange>,
    /// Whether it counts as a transaction of its month ([`crate::volume`]).
    pub counts: bool,
}

impl fmt::Debug for ReceivedDocument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}, {} bytes", self.record, self.bytes.len())
    }
}

/// What became of a document that arrived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Arrival {
    /// The document was saved.
    Kept,
    /// Its message id came before: this receipt was given then.
    Repeated {
        /// The transaction.
        transaction_id: String,
        /// The signed receipt as it was received.
        evidence: Vec<u8>,
        /// Whether the document was the same then, byte for byte.
        same_document: bool,
    },
}

/// Which received documents to list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReceivedFilter {
    /// Only those of this network.
    pub network: Option<Network>,
    /// Only acknowledged documents, or only others.
    pub acknowledged: Option<bool>,
    /// Only documents of this sender.
    pub sender: Option<ParticipantId>,
    /// For this receiver only: an organization may have had other identifiers before.
    pub receiver: Option<ParticipantId>,
    /// Only documents with this number.
    pub number: Option<String>,
    /// Received from this instant on.
    pub from: Option<OffsetDateTime>,
    /// Received before this instant.
    pub to: Option<OffsetDateTime>,
    /// The oldest first; else the newest.
    pub oldest_first: bool,
}
