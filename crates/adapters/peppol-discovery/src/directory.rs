//! The connector's port.

use crate::{Discovery, Found, LookupError, Wanted};
use peppol_connector::{
    identifiers::{DocumentTypeId, Network, ParticipantId, ProcessId},
    ports::{DirectoryError, ParticipantDirectory, ReceivingPoint, Registration},
    submissions::Trace,
};
use peppol_messages::Identifier;
use peppol_messages::smp::AS4_TRANSPORT;
use std::sync::Arc;
use time::OffsetDateTime;

/// This installation has no directory for a network.
#[derive(Debug, thiserror::Error)]
#[error("the {} network of Peppol is not set up here", .0.name())]
struct NotServed(Network);

/// The directory of the real network, of one of its two or of both.
#[derive(Clone)]
pub struct PeppolDirectory<C> {
    test: Option<Arc<Discovery>>,
    live: Option<Arc<Discovery>>,
    clock: C,
}

impl<C: Fn() -> OffsetDateTime + Send + Sync> PeppolDirectory<C> {
    /// A directory of no network yet.
    #[must_use]
    pub fn new(clock: C) -> Self {
        Self { test: None, live: None, clock }
    }

    /// The same, which looks participants of a network up so.
    #[must_use]
    pub fn serving(mut self, network: Network, discovery: Arc<Discovery>) -> Self {
        match network {
            Network::Test => self.test = Some(discovery),
            Network::Live => self.live = Some(discovery),
        }
        self
    }

    /// Where a participant takes documents: address, certificate, transport. [`ParticipantDirectory`] has it
    /// without the transport.
    ///
    /// # Errors
    /// [`DirectoryError`].
    pub async fn find(
        &self,
        network: Network,
        participant: &ParticipantId,
        document_type: &DocumentTypeId,
        process: &ProcessId,
        trace: &mut Trace,
    ) -> Result<Found, DirectoryError> {
        let wanted = Wanted {
            participant: Identifier::participant(&participant.to_string()),
            document_type: Identifier::new(document_type.scheme(), document_type.value()),
            process: Identifier::process(process.value()),
            transport: AS4_TRANSPORT.to_owned(),
        };
        let discovery = self.of(network)?;
        let found = discovery.find(&wanted, (self.clock)(), trace).await;
        found.map_err(|error| refused(error, participant))
    }

    fn of(&self, network: Network) -> Result<&Discovery, DirectoryError> {
        let served = match network {
            Network::Test => &self.test,
            Network::Live => &self.live,
        };
        served.as_deref().ok_or_else(|| DirectoryError::Unreachable(NotServed(network).into()))
    }
}

fn refused(error: LookupError, participant: &ParticipantId) -> DirectoryError {
    match error {
        LookupError::NotRegistered(_) => DirectoryError::NotRegistered(participant.clone()),
        LookupError::NotReceiving(_) => DirectoryError::NotReceiving(participant.clone()),
        LookupError::Unreachable(_) => DirectoryError::Unreachable(error.into()),
        LookupError::Untrusted(_) => DirectoryError::Untrusted(error.into()),
    }
}

impl<C: Fn() -> OffsetDateTime + Send + Sync> ParticipantDirectory for PeppolDirectory<C> {
    async fn registration(
        &self,
        network: Network,
        participant: &ParticipantId,
    ) -> Result<Option<Registration>, DirectoryError> {
        let discovery = self.of(network)?;
        let id = Identifier::participant(&participant.to_string());
        match discovery.registered(&id, &mut Trace::default()).await {
            Ok(registered) => {
                let in_directory = discovery.has_business_card(&registered).await;
                Ok(Some(Registration { in_directory }))
            }
            Err(LookupError::NotRegistered(_)) => Ok(None),
            Err(error) => Err(refused(error, participant)),
        }
    }

    async fn receiving_point(
        &self,
        network: Network,
        participant: &ParticipantId,
        document_type: &DocumentTypeId,
        process: &ProcessId,
    ) -> Result<ReceivingPoint, DirectoryError> {
        let trace = &mut Trace::default();
        self.receiving_point_noted(network, participant, document_type, process, trace).await
    }

    fn forget(&self, network: Network, participant: &ParticipantId) {
        if let Ok(discovery) = self.of(network) {
            discovery.forget(&Identifier::participant(&participant.to_string()));
        }
    }

    async fn receiving_point_noted(
        &self,
        network: Network,
        participant: &ParticipantId,
        document_type: &DocumentTypeId,
        process: &ProcessId,
        trace: &mut Trace,
    ) -> Result<ReceivingPoint, DirectoryError> {
        let found = self.find(network, participant, document_type, process, trace).await?;
        Ok(ReceivingPoint { url: found.endpoint, certificate: found.certificate.der().to_vec() })
    }
}
