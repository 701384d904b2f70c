//! The networks that documents are sent over: one for test keys, and one for live keys where the
//! installation has one.
//!
//! Each network is a directory and an access point behind their ports, so the live one can be Peppol while the other
//! is the sandbox. Only `wiring` knows which adapter serves which network.

use peppol_connector::{
    identifiers::{DocumentTypeId, Network, ParticipantId, ProcessId},
    ports::{
        AccessPoint, DeliveryError, DirectoryError, ParticipantDirectory, Receipt, ReceivingPoint,
        Registration,
    },
    submissions::{OutgoingMessage, Trace},
};
use provider_reports::Provider;
use std::{future::Future, pin::Pin};
use tax_reports::Reporting;

/// A boxed future, for traits used as objects.
type Boxed<'a, T, E> = Pin<Box<dyn Future<Output = Result<T, E>> + Send + 'a>>;

/// [`ParticipantDirectory`] as an object. Its methods have other names, because each directory has both.
trait DirectoryObject: Send + Sync {
    fn boxed_registration<'a>(
        &'a self,
        network: Network,
        participant: &'a ParticipantId,
    ) -> Boxed<'a, Option<Registration>, DirectoryError>;

    fn boxed_receiving_point<'a>(
        &'a self,
        network: Network,
        participant: &'a ParticipantId,
        document_type: &'a DocumentTypeId,
        process: &'a ProcessId,
    ) -> Boxed<'a, ReceivingPoint, DirectoryError>;
}

impl<D: ParticipantDirectory> DirectoryObject for D {
    fn boxed_registration<'a>(
        &'a self,
        network: Network,
        participant: &'a ParticipantId,
    ) -> Boxed<'a, Option<Registration>, DirectoryError> {
        Box::pin(self.registration(network, participant))
    }

    fn boxed_receiving_point<'a>(
        &'a self,
        network: Network,
        participant: &'a ParticipantId,
        document_type: &'a DocumentTypeId,
        process: &'a ProcessId,
    ) -> Boxed<'a, ReceivingPoint, DirectoryError> {
        Box::pin(self.receiving_point(network, participant, document_type, process))
    }
}

/// [`AccessPoint`] as an object.
trait AccessPointObject: Send + Sync {
    fn boxed_deliver<'a>(
        &'a self,
        message: &'a OutgoingMessage,
        country: Option<&'a str>,
        document: &'a [u8],
        trace: &'a mut Trace,
    ) -> Boxed<'a, Receipt, DeliveryError>;

    fn boxed_deliver_service_message<'a>(
        &'a self,
        message: &'a OutgoingMessage,
        document: &'a [u8],
        trace: &'a mut Trace,
    ) -> Boxed<'a, Receipt, DeliveryError>;
}

impl<A: AccessPoint> AccessPointObject for A {
    fn boxed_deliver<'a>(
        &'a self,
        message: &'a OutgoingMessage,
        country: Option<&'a str>,
        document: &'a [u8],
        trace: &'a mut Trace,
    ) -> Boxed<'a, Receipt, DeliveryError> {
        Box::pin(self.deliver_noted(message, country, document, trace))
    }

    fn boxed_deliver_service_message<'a>(
        &'a self,
        message: &'a OutgoingMessage,
        document: &'a [u8],
        trace: &'a mut Trace,
    ) -> Boxed<'a, Receipt, DeliveryError> {
        Box::pin(self.deliver_service_message(message, document, trace))
    }
}

/// The adapters of one network.
pub struct Adapters {
    directory: Box<dyn DirectoryObject>,
    access_point: Box<dyn AccessPointObject>,
    reporting: Option<Reporting>,
    provider: Option<Provider>,
}

impl Adapters {
    /// The directory of the network and its access point.
    pub fn new(
        directory: impl ParticipantDirectory + 'static,
        access_point: impl AccessPoint + 'static,
    ) -> Self {
        Self {
            directory: Box::new(directory),
            access_point: Box::new(access_point),
            reporting: None,
            provider: None,
        }
    }

    /// Reports documents to the tax authority, between these participants; `None` reports none.
    #[must_use]
    pub fn reporting(mut self, reporting: Option<Reporting>) -> Self {
        self.reporting = reporting;
        self
    }

    /// Sets our identity as a service provider, in a network with other access points.
    #[must_use]
    pub fn provider(mut self, provider: Option<Provider>) -> Self {
        self.provider = provider;
        self
    }
}

/// The networks of this installation. It is itself a directory and an access point, and dispatches to the network that
/// the call names.
pub struct Networks {
    test: Adapters,
    live: Option<Adapters>,
}

/// This installation does not have the network that was asked for.
#[derive(Debug, thiserror::Error)]
#[error("this installation has no {} network", .0.name())]
struct NotServed(Network);

impl Networks {
    /// Without a live network, sends of live keys wait.
    #[must_use]
    pub const fn new(test: Adapters, live: Option<Adapters>) -> Self {
        Self { test, live }
    }

    /// The participants between which reports to the tax authority travel in a network; `None` when it reports
    /// nothing.
    #[must_use]
    pub fn reporting(&self, network: Network) -> Option<Reporting> {
        self.adapters(network).ok().and_then(|adapters| adapters.reporting.clone())
    }

    /// Our identity as a service provider of a network; `None` when the network has no other access point.
    #[must_use]
    pub fn provider(&self, network: Network) -> Option<Provider> {
        self.adapters(network).ok().and_then(|adapters| adapters.provider.clone())
    }

    /// Whether organizations can be registered in a network.
    #[must_use]
    pub fn serves(&self, network: Network) -> bool {
        self.adapters(network).is_ok()
    }

    /// # Errors
    /// [`DirectoryError::Unreachable`]: an unserved network must not make its participants look unregistered.
    fn adapters(&self, network: Network) -> Result<&Adapters, DirectoryError> {
        let adapters = match network {
            Network::Test => Some(&self.test),
            Network::Live => self.live.as_ref(),
        };
        adapters.ok_or_else(|| DirectoryError::Unreachable(NotServed(network).into()))
    }
}

impl ParticipantDirectory for Networks {
    async fn registration(
        &self,
        network: Network,
        participant: &ParticipantId,
    ) -> Result<Option<Registration>, DirectoryError> {
        self.adapters(network)?.directory.boxed_registration(network, participant).await
    }

    async fn receiving_point(
        &self,
        network: Network,
        participant: &ParticipantId,
        document_type: &DocumentTypeId,
        process: &ProcessId,
    ) -> Result<ReceivingPoint, DirectoryError> {
        let directory = &self.adapters(network)?.directory;
        directory.boxed_receiving_point(network, participant, document_type, process).await
    }
}

impl AccessPoint for Networks {
    async fn deliver_noted(
        &self,
        message: &OutgoingMessage,
        country: Option<&str>,
        document: &[u8],
        trace: &mut Trace,
    ) -> Result<Receipt, DeliveryError> {
        let access_point = &self.adapters(message.network)?.access_point;
        access_point.boxed_deliver(message, country, document, trace).await
    }

    async fn deliver_service_message(
        &self,
        message: &OutgoingMessage,
        document: &[u8],
        trace: &mut Trace,
    ) -> Result<Receipt, DeliveryError> {
        let access_point = &self.adapters(message.network)?.access_point;
        access_point.boxed_deliver_service_message(message, document, trace).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::{
        fakes::{FakeAccessPoint, FakeDirectory, Listing},
        peppol::participant,
        sends::send,
    };

    fn registered(network: Network) -> FakeDirectory {
        let receiver = participant("0088:5798000000001");
        FakeDirectory::default().with(network, &receiver, Listing::Receives)
    }

    fn message(network: Network) -> OutgoingMessage {
        OutgoingMessage { network, ..send().submission.message() }
    }

    /// A question about one network never reaches the adapters of the other, even when its directory would find the
    /// participant.
    #[tokio::test]
    async fn each_network_has_its_own_adapters() {
        let (test, live) = (FakeAccessPoint::default(), FakeAccessPoint::default());
        let networks = Networks::new(
            Adapters::new(registered(Network::Test), test.clone()),
            Some(Adapters::new(registered(Network::Live), live.clone())),
        );
        let id = participant("0088:5798000000001");
        for (network, asked, other) in
            [(Network::Test, &test, &live), (Network::Live, &live, &test)]
        {
            assert!(networks.serves(network));
            let found = networks.registration(network, &id).await;
            assert!(found.expect("an answer").is_some());
            let before = (asked.attempts(), other.attempts());
            let sent = message(network);
            networks.deliver(&sent, b"<Invoice/>").await.expect("delivered");
            assert_eq!((asked.attempts(), other.attempts()), (before.0 + 1, before.1));
            let point = networks
                .receiving_point(network, &id, &sent.document_type, &sent.process)
                .await
                .expect("an address");
            assert!(point.url.contains(network.name()), "{}", point.url);
        }
    }

    #[tokio::test]
    async fn without_a_live_network_live_sends_wait_and_nobody_is_unregistered() {
        let access_point = FakeAccessPoint::default();
        let test = Adapters::new(registered(Network::Live), access_point.clone());
        let networks = Networks::new(test, None);
        assert!(networks.serves(Network::Test) && !networks.serves(Network::Live));
        let id = participant("0088:5798000000001");
        let answer = networks.registration(Network::Live, &id).await;
        assert!(matches!(answer, Err(DirectoryError::Unreachable(_))), "{answer:?}");
        let sent = networks.deliver(&message(Network::Live), b"<Invoice/>").await;
        let error = sent.expect_err("no network");
        assert_eq!(error.class(), peppol_connector::submissions::RetryClass::Transient);
        assert_eq!(access_point.attempts(), 0);
    }
}
