//! A message to another access point.

use crate::{
    identifiers::{DocumentTypeId, MessageId, Network, ParticipantId, ProcessId},
    sending::Submission,
};
use time::OffsetDateTime;

/// A message to hand to the network: sender, receiver, document type and attempt. The caller holds its payload (a
/// document of an organization, a response, a report, or a status of this provider).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutgoingMessage {
    /// The network that carries it.
    pub network: Network,
    /// The AS4 message id and the SBDH instance identifier, the same in every attempt, so that the receiver recognizes
    /// a repetition.
    pub message_id: MessageId,
    /// The participant that sends it.
    pub sender: ParticipantId,
    /// The participant that it is addressed to.
    pub receiver: ParticipantId,
    /// The identifier of its document type.
    pub document_type: DocumentTypeId,
    /// The identifier of its business process.
    pub process: ProcessId,
    /// When it was made: the same in every attempt, so that all attempts sign the same bytes, and the receipt of one
    /// proves each.
    pub made_at: OffsetDateTime,
    /// The number of this attempt, from 1.
    pub attempt: u16,
    /// Whether an earlier attempt may have arrived, independent of the attempt number.
    pub ambiguous: bool,
}

impl OutgoingMessage {
    /// Whether it may have been sent before: then an unsigned "already received" is accepted.
    #[must_use]
    pub const fn is_repeated(&self) -> bool {
        self.attempt > 1 || self.ambiguous
    }
}

impl Submission {
    /// The message of this submission. Its progress counts the attempt in progress.
    #[must_use]
    pub fn message(&self) -> OutgoingMessage {
        OutgoingMessage {
            network: self.network,
            message_id: self.message_id,
            sender: self.sender.clone(),
            receiver: self.receiver.clone(),
            document_type: self.document_type.clone(),
            process: self.process.clone(),
            made_at: self.message_id.made_at(self.queued_at),
            attempt: self.progress.attempts,
            ambiguous: self.progress.ambiguous,
        }
    }
}
