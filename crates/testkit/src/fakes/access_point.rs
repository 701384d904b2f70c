use super::Shared;
use peppol_connector::{
    AccessPoint, DeliveryError, DirectoryError, ParticipantId, Receipt, Submission,
};
use std::collections::{HashMap, VecDeque};
use uuid::Uuid;

/// What the receiving side does with an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reply {
    /// Takes the document and says that it reached the recipient.
    Delivers,
    /// Takes the document; whether it reaches the recipient is not known yet.
    Accepts,
    /// Takes the document, and the receipt is lost on the way back.
    LosesReceipt,
    /// Cannot be reached: certainly not taken.
    Unreachable,
    /// Refuses the document for good.
    Refuses,
    /// Is not in the directory.
    NotRegistered,
    /// Is in the directory, for other documents.
    NotReceiving,
    /// The directory does not answer for it.
    DirectoryDown,
    /// Never answers at all: for tests of timeouts.
    Silent,
}

/// A document that the receiving side took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivered {
    /// As the sender knows it.
    pub submission: Submission,
    /// Byte for byte.
    pub document: Vec<u8>,
}

/// An access point whose receivers do as the test says; by default they deliver.
#[derive(Debug, Clone, Default)]
pub struct FakeAccessPoint(Shared<State>);

#[derive(Debug, Default)]
struct State {
    replies: HashMap<ParticipantId, VecDeque<Reply>>,
    delivered: Vec<Delivered>,
    receipts: HashMap<Uuid, Receipt>,
    attempts: usize,
}

impl FakeAccessPoint {
    /// A receiver gives these replies, one for each attempt; the last one stays.
    #[must_use]
    pub fn with(self, receiver: &ParticipantId, replies: &[Reply]) -> Self {
        self.0.lock().replies.insert(receiver.clone(), replies.iter().copied().collect());
        self
    }

    /// What was taken, in order; a repeated message is there once.
    #[must_use]
    pub fn delivered(&self) -> Vec<Delivered> {
        self.0.lock().delivered.clone()
    }

    /// How many attempts were made, successful or not.
    #[must_use]
    pub fn attempts(&self) -> usize {
        self.0.lock().attempts
    }
}

impl State {
    fn next(&mut self, receiver: &ParticipantId) -> Reply {
        self.attempts += 1;
        let Some(replies) = self.replies.get_mut(receiver) else { return Reply::Delivers };
        let last = replies.back().copied().unwrap_or(Reply::Delivers);
        if replies.len() > 1 { replies.pop_front().unwrap_or(last) } else { last }
    }

    /// Keeps a document once for each message id.
    fn take(&mut self, submission: &Submission, document: &[u8], delivered: bool) -> Receipt {
        if let Some(first) = self.receipts.get(&submission.message_id) {
            return Receipt { duplicate: true, delivered, ..first.clone() };
        }
        let receipt = Receipt {
            transaction_id: Some(crate::build::id().to_string()),
            evidence: format!("receipt of {}", submission.message_id).into_bytes(),
            duplicate: false,
            delivered,
        };
        self.receipts.insert(submission.message_id, receipt.clone());
        let (submission, document) = (submission.clone(), document.to_vec());
        self.delivered.push(Delivered { submission, document });
        receipt
    }
}

impl AccessPoint for FakeAccessPoint {
    async fn deliver(
        &self,
        submission: &Submission,
        document: &[u8],
    ) -> Result<Receipt, DeliveryError> {
        let reply = self.0.lock().next(&submission.receiver);
        let receiver = || submission.receiver.clone();
        match reply {
            Reply::Delivers => Ok(self.0.lock().take(submission, document, true)),
            Reply::Accepts => Ok(self.0.lock().take(submission, document, false)),
            Reply::LosesReceipt => {
                self.0.lock().take(submission, document, true);
                Err(DeliveryError::NoReceipt("the receipt is lost".into()))
            }
            Reply::Unreachable => Err(DeliveryError::Unreachable("no answer".into())),
            Reply::Refuses => Err(DeliveryError::Refused("not this document".into())),
            Reply::NotRegistered => Err(DirectoryError::NotRegistered(receiver()).into()),
            Reply::NotReceiving => Err(DirectoryError::NotReceiving(receiver()).into()),
            Reply::DirectoryDown => Err(DirectoryError::Unreachable("no answer".into()).into()),
            Reply::Silent => std::future::pending().await,
        }
    }
}
