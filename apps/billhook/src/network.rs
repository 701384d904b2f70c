//! The network that documents are sent over.

use peppol_connector::{
    AccessPoint, DeliveryError, DirectoryError, DocumentTypeId, Network, ParticipantDirectory,
    ParticipantId, ProcessId, Receipt, ReceivingPoint, Registration, Submission,
};

/// No access point serves this network yet.
#[derive(Debug, thiserror::Error)]
#[error("no access point is configured for the {0} network")]
struct NotConfigured(&'static str);

/// What answers for the networks of this installation.
#[derive(Debug, Default)]
pub struct PeppolNetwork;

impl PeppolNetwork {
    fn nobody(network: Network) -> DirectoryError {
        DirectoryError::Unreachable(NotConfigured(network.name()).into())
    }
}

impl ParticipantDirectory for PeppolNetwork {
    async fn registration(
        &self,
        network: Network,
        _: &ParticipantId,
    ) -> Result<Option<Registration>, DirectoryError> {
        Err(Self::nobody(network))
    }

    async fn receiving_point(
        &self,
        network: Network,
        _: &ParticipantId,
        _: &DocumentTypeId,
        _: &ProcessId,
    ) -> Result<ReceivingPoint, DirectoryError> {
        Err(Self::nobody(network))
    }
}

impl AccessPoint for PeppolNetwork {
    async fn deliver(&self, submission: &Submission, _: &[u8]) -> Result<Receipt, DeliveryError> {
        Err(Self::nobody(submission.network).into())
    }
}
