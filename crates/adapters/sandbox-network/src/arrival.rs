//! A document as it comes to the organization that receives it.

use peppol_connector::{ReceivedDocument, ReceivedId, ReceivedRecord, Submission, read_facts};
use std::sync::Arc;
use time::OffsetDateTime;
use uuid::Uuid;
use xml::Parsed;

/// What is kept of a document: what it says of itself, as far as it can be read.
pub(crate) fn received(
    submission: &Submission,
    document: &[u8],
    transaction_id: String,
    evidence: Vec<u8>,
    at: OffsetDateTime,
) -> ReceivedDocument {
    let record = ReceivedRecord {
        id: ReceivedId(Uuid::now_v7()),
        network: submission.network,
        message_id: submission.message_id,
        transaction_id,
        sender: submission.sender.clone(),
        sender_name: None,
        receiver: submission.receiver.clone(),
        document_type: submission.document_type.clone(),
        process: submission.process.clone(),
        number: None,
        type_code: None,
        issue_date: None,
        due_date: None,
        total: None,
        payable: None,
        currency: None,
        size: document.len() as u64,
        received_at: at,
        acknowledged_at: None,
    };
    let facts = Parsed::read(document).ok().and_then(|document| read_facts(&document).ok());
    let record = match facts {
        Some(facts) => record.with(&facts),
        None => record,
    };
    ReceivedDocument { record, bytes: Arc::from(document), evidence: evidence.into() }
}
