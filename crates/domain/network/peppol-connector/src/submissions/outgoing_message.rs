//! A message to another access point.

use crate::{
    identifiers::{DocumentTypeId, MessageId, Network, ParticipantId, ProcessId},
    sending::Submission,
};
use time::OffsetDateTime;

/// A message that is handed to the network: from whom, to whom, as what, and for which time. What it carries (a document
/// of an organization, a response, a report, a status of our own) is known to who hands it over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutgoingMessage {
    /// The network that carries it.
    pub network: Network,
    /// The AS4 message id and the SBDH instance identifier: the same in every attempt, so that the
    /// other side knows a repetition.
    pub message_id: MessageId,
    /// The participant that sends it.
    pub sender: ParticipantId,
    /// The participant that it is addressed to.
    pub receiver: ParticipantId,
    /// The identifier of its document type.
    pub document_type: DocumentTypeId,
    /// The identifier of its business process.
    pub process: ProcessId,
    /// When it was made: the same in every attempt, so that all that is signed is the same, and the receipt of the first
    /// proves each.
    pub made_at: OffsetDateTime,
    /// Which attempt this is, from 1.
    pub attempt: u16,
    /// Whether it may have arrived before, however the attempts were counted.
    pub ambiguous: bool,
}

impl OutgoingMessage {
    /// Whether it may have gone out before: then it is believed without a signature that it came before.
    #[must_use]
    pub const fn is_repeated(&self) -> bool {
        self.attempt > 1 || self.ambiguous
    }
}

impl Submission {
    /// The submission as the message that it is. Its progress counts the attempt that is under way.
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
