//! The SML as the registry of participants.

use crate::{SmlClient, SmlError};
use peppol_connector::identifiers::ParticipantId;
use peppol_messages::Identifier;
use peppol_publishing::{ParticipantRegistry, RegistryError};

/// Participants are entered in one case: the SML hashes them so.
fn identifier(participant: &ParticipantId) -> Identifier {
    Identifier::participant(&participant.canonical())
}

impl ParticipantRegistry for SmlClient {
    async fn create(&self, participant: &ParticipantId) -> Result<(), RegistryError> {
        Ok(Self::create(self, identifier(participant)).await?)
    }

    async fn delete(&self, participant: &ParticipantId) -> Result<(), RegistryError> {
        Ok(Self::delete(self, identifier(participant)).await?)
    }

    async fn migrate(&self, participant: &ParticipantId, key: &str) -> Result<(), RegistryError> {
        Ok(Self::migrate(self, identifier(participant), key).await?)
    }

    async fn prepare_to_migrate(
        &self,
        participant: &ParticipantId,
        key: &str,
    ) -> Result<(), RegistryError> {
        Ok(Self::prepare_to_migrate(self, identifier(participant), key).await?)
    }

    async fn list(&self) -> Result<Vec<Identifier>, RegistryError> {
        Ok(Self::list(self).await?)
    }
}

impl From<SmlError> for RegistryError {
    fn from(error: SmlError) -> Self {
        match error {
            SmlError::NotFound(message) => Self::NotFound(message),
            SmlError::BadRequest(message) => Self::Refused(message),
            SmlError::Unauthorized(message) => Self::Unauthorized(message),
            error @ (SmlError::InternalError(_)
            | SmlError::OtherFault(_)
            | SmlError::Unanswered(_)
            | SmlError::Answer { .. }) => Self::Unavailable(error.into()),
        }
    }
}
