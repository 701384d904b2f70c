//! The two ends of a message.

use peppol_connector::identifiers::{Network, ParticipantId};

/// From whom to whom something goes, and in which network.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Between<'a> {
    /// In which network.
    pub network: Network,
    /// From whom.
    pub sender: &'a ParticipantId,
    /// To whom.
    pub receiver: &'a ParticipantId,
}

impl<'a> Between<'a> {
    /// From `sender` to `receiver`.
    #[must_use]
    pub const fn new(
        network: Network,
        sender: &'a ParticipantId,
        receiver: &'a ParticipantId,
    ) -> Self {
        Self { network, sender, receiver }
    }

    /// The way back.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { sender: self.receiver, receiver: self.sender, ..self }
    }
}
