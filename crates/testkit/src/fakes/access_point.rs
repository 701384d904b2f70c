use super::Shared;
use peppol_connector::{
    identifiers::{MessageId, ParticipantId},
    ports::{AccessPoint, DeliveryError, DirectoryError, Receipt},
    submissions::{OutgoingMessage, Trace},
};
use std::collections::{HashMap, VecDeque};

/// The reply of the receiving side to an attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reply {
    /// It accepts the document and reports that it reached the recipient.
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
    /// The message as the sender sent it.
    pub message: OutgoingMessage,
    /// The country of the end user.
    pub country: Option<String>,
    /// Byte for byte.
    pub document: Vec<u8>,
}

/// A message of a service provider that the other one took.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenMessage {
    /// The message as the sender sent it.
    pub message: OutgoingMessage,
    /// Byte for byte.
    pub document: Vec<u8>,
}

/// An access point whose receivers behave as the test says; by default they deliver.
#[derive(Debug, Clone, Default)]
pub struct FakeAccessPoint(Shared<State>);

#[derive(Debug, Default)]
struct State {
    replies: HashMap<ParticipantId, VecDeque<Reply>>,
    delivered: Vec<Delivered>,
    taken: Vec<TakenMessage>,
    receipts: HashMap<MessageId, Receipt>,
    attempts: usize,
    evidence: Option<Vec<u8>>,
}

impl FakeAccessPoint {
    /// A receiver gives these replies, one for each attempt; the last one stays.
    #[must_use]
    pub fn with(self, receiver: &ParticipantId, replies: &[Reply]) -> Self {
        self.0.lock().replies.insert(receiver.clone(), replies.iter().copied().collect());
        self
    }

    /// Receipts are these bytes.
    #[must_use]
    pub fn with_evidence(self, bytes: Vec<u8>) -> Self {
        self.0.lock().evidence = Some(bytes);
        self
    }

    /// The delivered messages, in order, without repetitions.
    #[must_use]
    pub fn delivered(&self) -> Vec<Delivered> {
        self.0.lock().delivered.clone()
    }

    /// The messages that other providers took, in order; a repeated one is there once.
    #[must_use]
    pub fn taken(&self) -> Vec<TakenMessage> {
        self.0.lock().taken.clone()
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
    fn take(&mut self, sent: Delivered, delivered: bool) -> Receipt {
        let receipt = self.receipt(sent.message.message_id, delivered);
        if !receipt.duplicate {
            self.delivered.push(sent);
        }
        receipt
    }

    /// The same of a message of a service provider.
    fn take_message(&mut self, message: &OutgoingMessage, document: &[u8]) -> Receipt {
        let receipt = self.receipt(message.message_id, false);
        if !receipt.duplicate {
            self.taken.push(TakenMessage { message: message.clone(), document: document.to_vec() });
        }
        receipt
    }

    fn receipt(&mut self, message_id: MessageId, delivered: bool) -> Receipt {
        if let Some(first) = self.receipts.get(&message_id) {
            return Receipt { duplicate: true, delivered, ..first.clone() };
        }
        let receipt = Receipt {
            transaction_id: Some(crate::build::id().to_string()),
            evidence: self
                .evidence
                .clone()
                .unwrap_or_else(|| format!("receipt of {message_id}").into_bytes()),
            duplicate: false,
            delivered,
        };
        self.receipts.insert(message_id, receipt.clone());
        receipt
    }
}

impl AccessPoint for FakeAccessPoint {
    async fn deliver_noted(
        &self,
        message: &OutgoingMessage,
        country: Option<&str>,
        document: &[u8],
        _: &mut Trace,
    ) -> Result<Receipt, DeliveryError> {
        let (country, document) = (country.map(str::to_owned), document.to_vec());
        let sent = Delivered { message: message.clone(), country, document };
        let delivers = |delivered| self.0.lock().take(sent.clone(), delivered);
        self.answer(&message.receiver, delivers).await
    }

    async fn deliver_service_message(
        &self,
        message: &OutgoingMessage,
        document: &[u8],
        _: &mut Trace,
    ) -> Result<Receipt, DeliveryError> {
        self.answer(&message.receiver, |_| self.0.lock().take_message(message, document)).await
    }
}

impl FakeAccessPoint {
    /// The reply of a receiver. `take` stores what was sent, which may be delivered at once.
    async fn answer(
        &self,
        receiver: &ParticipantId,
        take: impl Fn(bool) -> Receipt,
    ) -> Result<Receipt, DeliveryError> {
        let reply = self.0.lock().next(receiver);
        let receiver = || receiver.clone();
        match reply {
            Reply::Delivers => Ok(take(true)),
            Reply::Accepts => Ok(take(false)),
            Reply::LosesReceipt => {
                take(true);
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
