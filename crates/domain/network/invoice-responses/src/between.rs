//! The sender and the receiver of a message.

use peppol_connector::identifiers::{Network, ParticipantId};

/// The sender and the receiver of a message, and its network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Between<'a> {
    /// The network of both participants.
    pub network: Network,
    /// The participant that sends.
    pub sender: &'a ParticipantId,
    /// The participant that receives.
    pub receiver: &'a ParticipantId,
}

impl<'a> Between<'a> {
    /// A message from `sender` to `receiver`.
    #[must_use]
    pub const fn new(
        network: Network,
        sender: &'a ParticipantId,
        receiver: &'a ParticipantId,
    ) -> Self {
        Self { network, sender, receiver }
    }

    /// The same with sender and receiver exchanged, for a reply.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { sender: self.receiver, receiver: self.sender, ..self }
    }
}
