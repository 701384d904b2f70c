//! The directory: who is registered.

use crate::{Behaviour, SandboxNetwork, TAX_AUTHORITY, outcome::behaviour};
use access::OrganizationId;
use peppol_connector::{
    AccountStore, Cause, DirectoryError, DocumentTypeId, InboxStore, Network, ParticipantDirectory,
    ParticipantId, ProcessId, ReceivingPoint, Registration,
};
use time::OffsetDateTime;

/// The directory does not answer, on purpose.
#[derive(Debug, thiserror::Error)]
#[error("the directory does not answer for this participant of the sandbox, on purpose")]
struct DownOnPurpose;

/// A participant that takes documents.
pub(crate) enum Receiver {
    /// One that behaves as is written in [`crate::OUTCOMES`].
    Built(Behaviour),
    /// An organization of this installation.
    Organization(OrganizationId),
    /// Who reports of documents go to.
    TaxAuthority,
}

impl<S, C> SandboxNetwork<S, C>
where
    S: AccountStore + InboxStore,
    C: Fn() -> OffsetDateTime + Send + Sync,
{
    /// Who is registered under an identifier.
    ///
    /// # Errors
    /// [`DirectoryError::NotRegistered`], [`DirectoryError::Unreachable`].
    async fn registered(
        &self,
        network: Network,
        participant: &ParticipantId,
    ) -> Result<Receiver, DirectoryError> {
        self.must_serve(network)?;
        if participant.to_string() == TAX_AUTHORITY {
            return Ok(Receiver::TaxAuthority);
        }
        let unknown = || DirectoryError::NotRegistered(participant.clone());
        match behaviour(network, participant) {
            Some(Behaviour::Unknown) => Err(unknown()),
            Some(Behaviour::DirectoryDown) => {
                Err(DirectoryError::Unreachable(DownOnPurpose.into()))
            }
            Some(behaviour) => Ok(Receiver::Built(behaviour)),
            None => {
                let found = self.store.enrolled(network, participant).await;
                let found = found.map_err(|e| DirectoryError::Unreachable(Cause::from(e)))?;
                found.map(Receiver::Organization).ok_or_else(unknown)
            }
        }
    }

    /// Who takes documents under an identifier. Organizations take every type: what they are sent has
    /// passed the validation of invoices.
    ///
    /// # Errors
    /// As [`Self::registered`], and [`DirectoryError::NotReceiving`].
    pub(crate) async fn receiver(
        &self,
        network: Network,
        participant: &ParticipantId,
    ) -> Result<Receiver, DirectoryError> {
        match self.registered(network, participant).await? {
            Receiver::Built(Behaviour::NotReceiving) => {
                Err(DirectoryError::NotReceiving(participant.clone()))
            }
            receiver => Ok(receiver),
        }
    }
}

impl<S, C> ParticipantDirectory for SandboxNetwork<S, C>
where
    S: AccountStore + InboxStore,
    C: Fn() -> OffsetDateTime + Send + Sync,
{
    async fn registration(
        &self,
        network: Network,
        participant: &ParticipantId,
    ) -> Result<Option<Registration>, DirectoryError> {
        match self.registered(network, participant).await {
            Ok(_) => Ok(Some(Registration { in_directory: true })),
            Err(DirectoryError::NotRegistered(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The address is a name, and there is no certificate: nothing goes over a wire.
    async fn receiving_point(
        &self,
        network: Network,
        participant: &ParticipantId,
        _: &DocumentTypeId,
        _: &ProcessId,
    ) -> Result<ReceivingPoint, DirectoryError> {
        self.receiver(network, participant).await?;
        let url = format!("urn:billhook:sandbox-network:{}", network.name());
        Ok(ReceivingPoint { url, certificate: Vec::new() })
    }
}
