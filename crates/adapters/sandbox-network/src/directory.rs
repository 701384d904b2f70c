//! The directory: who is registered.

use crate::{Behaviour, SandboxNetwork, TAX_AUTHORITY, outcome::behaviour};
use access::OrganizationId;
use invoice_responses::{ResponseInbox, is_response};
use peppol_connector::{
    identifiers::{DocumentTypeId, Network, ParticipantId, ProcessId},
    ports::{
        AccountStore, Cause, DirectoryError, InboxStore, ParticipantDirectory, ReceivingPoint,
        Registration,
    },
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
    S: AccountStore + InboxStore + ResponseInbox,
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

    /// The receiver of documents under an identifier. Organizations receive every type of invoice, because documents to
    /// them have passed the validation. Responses go only to organizations that take them.
    ///
    /// # Errors
    /// As [`Self::registered`], and [`DirectoryError::NotReceiving`].
    pub(crate) async fn receiver(
        &self,
        network: Network,
        participant: &ParticipantId,
        document_type: &DocumentTypeId,
    ) -> Result<Receiver, DirectoryError> {
        let receiver = self.registered(network, participant).await?;
        let takes = match &receiver {
            Receiver::Built(Behaviour::NotReceiving) => false,
            _ if !is_response(document_type) => true,
            Receiver::Organization(id) => {
                let takes = self.store.takes_responses(*id).await;
                takes.map_err(|error| DirectoryError::Unreachable(Cause::from(error)))?
            }
            Receiver::Built(_) | Receiver::TaxAuthority => false,
        };
        match takes {
            true => Ok(receiver),
            false => Err(DirectoryError::NotReceiving(participant.clone())),
        }
    }
}

impl<S, C> ParticipantDirectory for SandboxNetwork<S, C>
where
    S: AccountStore + InboxStore + ResponseInbox,
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
        document_type: &DocumentTypeId,
        _: &ProcessId,
    ) -> Result<ReceivingPoint, DirectoryError> {
        self.receiver(network, participant, document_type).await?;
        let url = format!("urn:billhook:sandbox-network:{}", network.name());
        Ok(ReceivingPoint { url, certificate: Vec::new() })
    }
}
