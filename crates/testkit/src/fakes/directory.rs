use super::Shared;
use peppol_connector::{
    identifiers::{DocumentTypeId, Network, ParticipantId, ProcessId},
    ports::{DirectoryError, ParticipantDirectory, ReceivingPoint, Registration},
};
use std::collections::HashMap;

/// The answer of the directory about a participant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Listing {
    /// It receives every document.
    Receives,
    /// It is registered, for other documents.
    OtherDocuments,
    /// The directory does not answer.
    Unreachable,
    /// The directory's answer cannot be trusted.
    Untrusted,
    /// The directory never answers at all: for tests of timeouts.
    Silent,
}

/// A directory of the participants that a test registers; all others are certainly not registered.
#[derive(Debug, Clone, Default)]
pub struct FakeDirectory(Shared<HashMap<(Network, ParticipantId), Listing>>);

impl FakeDirectory {
    /// Sets the answer of the directory of a network about a participant.
    #[must_use]
    pub fn with(self, network: Network, participant: &ParticipantId, listing: Listing) -> Self {
        self.0.lock().insert((network, participant.clone()), listing);
        self
    }

    async fn listing(
        &self,
        network: Network,
        participant: &ParticipantId,
    ) -> Result<Option<Listing>, DirectoryError> {
        let listing = self.0.lock().get(&(network, participant.clone())).copied();
        match listing {
            Some(Listing::Unreachable) => Err(DirectoryError::Unreachable("no answer".into())),
            Some(Listing::Untrusted) => Err(DirectoryError::Untrusted("a wrong signature".into())),
            Some(Listing::Silent) => std::future::pending().await,
            known => Ok(known),
        }
    }
}

impl ParticipantDirectory for FakeDirectory {
    async fn registration(
        &self,
        network: Network,
        participant: &ParticipantId,
    ) -> Result<Option<Registration>, DirectoryError> {
        let listing = self.listing(network, participant).await?;
        Ok(listing.map(|_| Registration { in_directory: true }))
    }

    async fn receiving_point(
        &self,
        network: Network,
        participant: &ParticipantId,
        _: &DocumentTypeId,
        _: &ProcessId,
    ) -> Result<ReceivingPoint, DirectoryError> {
        match self.listing(network, participant).await? {
            None => Err(DirectoryError::NotRegistered(participant.clone())),
            Some(Listing::OtherDocuments) => Err(DirectoryError::NotReceiving(participant.clone())),
            Some(_) => {
                let url = format!("https://{}.example/as4", network.name());
                Ok(ReceivingPoint { url, certificate: Vec::new() })
            }
        }
    }
}
