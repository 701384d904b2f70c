//! A document on its way into an inbox.

use crate::{
    documents::read_facts,
    identifiers::{DocumentTypeId, MessageId, Network, ParticipantId, ProcessId, ReceivedId},
    inbox::{
        document_head::DocumentHead,
        received::{ReceivedDocument, ReceivedRecord},
        received_message::ReceivedMessage,
    },
};
use std::{fmt, sync::Arc};
use time::OffsetDateTime;
use xml::Parsed;

/// A document that may be stored: its sender is authenticated, and its receipt is ready to be sent after the document
/// was stored.
#[derive(Clone, PartialEq, Eq)]
pub struct ArrivingDocument {
    /// The network that it came over.
    pub network: Network,
    /// The message id; a repetition has the same one.
    pub message_id: MessageId,
    /// The id of the receipt.
    pub transaction_id: String,
    /// The participant that sends it (C1).
    pub sender: ParticipantId,
    /// The participant that it is addressed to (C4).
    pub receiver: ParticipantId,
    /// The identifier of its document type.
    pub document_type: DocumentTypeId,
    /// The identifier of its business process.
    pub process: ProcessId,
    /// The document without its envelope, byte for byte.
    pub document: Arc<[u8]>,
    /// The part of the document that is parsed when it is stored.
    pub head: DocumentHead,
    /// The receipt for the sending access point.
    pub receipt: Arc<[u8]>,
    /// The message of the other access point; `None` for a document sent within one installation.
    pub message: Option<ReceivedMessage>,
    /// The country of C1 from the envelope (`COUNTRY_C1`), an ISO 3166-1 code.
    pub country: Option<String>,
}

impl fmt::Debug for ArrivingDocument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { network, message_id, sender, receiver, message, .. } = self;
        write!(f, "{message_id} from {sender} to {receiver}, {}, {message:?}", network.name())
    }
}

impl ArrivingDocument {
    /// The bytes that facts are read from: the document or its head.
    #[must_use]
    pub fn head(&self) -> &[u8] {
        self.head.bytes(&self.document)
    }

    /// The row to store, with the facts of the document as far as they can be parsed.
    #[must_use]
    pub fn received(&self, id: ReceivedId, at: OffsetDateTime) -> ReceivedDocument {
        let record = ReceivedRecord {
            id,
            network: self.network,
            message_id: self.message_id,
            transaction_id: self.transaction_id.clone(),
            sender: self.sender.clone(),
            sender_name: None,
            receiver: self.receiver.clone(),
            document_type: self.document_type.clone(),
            process: self.process.clone(),
            number: None,
            type_code: None,
            issue_date: None,
            due_date: None,
            total: None,
            payable: None,
            currency: None,
            size: self.document.len() as u64,
            received_at: at,
            acknowledged_at: None,
        };
        let facts = Parsed::read(self.head()).ok().and_then(|document| read_facts(&document).ok());
        let record = match facts {
            Some(facts) => record.with(&facts),
            None => record,
        };
        ReceivedDocument {
            record,
            bytes: Arc::clone(&self.document),
            evidence: Arc::clone(&self.receipt),
            message: self.message.clone(),
            report: None,
            status: None,
            exchange: None,
            counts: false,
        }
    }
}
