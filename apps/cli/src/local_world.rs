//! A Peppol network on this machine for two installations: a PKI in files, a name server, and an SML that writes into
//! it. The demo uses it, and so does the test that kills both installations.

use super::{
    local_keys::{self, Keys},
    result::Failure,
};
use local_network::{NameServer, Page, Sml, Smp, TlsProxy, Zone};
use peppol_connector::identifiers::{ParticipantId, Profile, Root, route_of};
use peppol_messages::{
    Identifier,
    mls::{MLS_DOCUMENT_TYPE, MLS_PROCESS},
    smp::{AS4_TRANSPORT, Endpoint, Process, ServiceInformation, ServiceMetadata},
    trust::{Certificate, Identity},
};
use std::{
    fs,
    net::SocketAddr,
    path::{Path, PathBuf},
};
use test_pki::{Pair, Plan};
use time::OffsetDateTime;

/// The zone of its SML.
pub const ZONE: &str = "participant.sml.demo";

/// A service provider: one of the two installations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Provider {
    /// The name of the folder.
    pub name: &'static str,
    /// The seat id.
    pub seat: &'static str,
    /// The identifier in the network.
    pub id: &'static str,
    /// The id of its SMP in the SML.
    pub smp_id: &'static str,
}

/// The provider that sends in the demo.
pub const SELLER: Provider =
    Provider { name: "seller", seat: "PSK000001", id: "0242:000001", smp_id: "SMP-SELLER" };
/// The provider that receives in the demo.
pub const BUYER: Provider =
    Provider { name: "buyer", seat: "PSK000002", id: "0242:000002", smp_id: "SMP-BUYER" };

/// The network that both installations use. Its servers end with the runtime that started them.
pub struct World {
    dir: PathBuf,
    now: OffsetDateTime,
    dns: NameServer,
    sml: Sml,
    /// Publishes lists of revoked certificates, and participants that have no installation with an SMP.
    smp: Smp,
    /// Signs what that SMP answers.
    publisher: Identity,
    /// The TLS certificate for `localhost`.
    tls: Pair,
}

impl World {
    /// Makes keys, which takes seconds, and opens servers. Its files come into a folder.
    ///
    /// # Errors
    /// Files and ports.
    pub async fn open(dir: &Path, now: OffsetDateTime) -> Result<Self, Failure> {
        let (dns, plain) = (NameServer::open().await?, Smp::plain().await?);
        let plan = Plan { now, lists: plain.plain_base(), ..Plan::default() };
        let keys = tokio::task::spawn_blocking(move || Keys::make(&plan)).await??;
        keys.write(dir)?;
        for (file, list) in [
            ("ap.crl", keys.pki.access_points.list(&[], now)?),
            ("smp.crl", keys.pki.publishers.list(&[], now)?),
            ("root.crl", keys.pki.root.list(&[], now)?),
        ] {
            plain.put(&format!("{}/{file}", plain.plain_base()), Page::ok(list));
        }
        let tls = (&*keys.tls.certificate, &*keys.tls.key);
        let zone = Zone { dns: dns.clone(), name: ZONE.to_owned() };
        let sml = Sml::open(tls, &keys.pki.publishers.certificate(), Some(zone)).await?;
        let smp = plain.with_tls(tls.0, tls.1).await?;
        let certificate = Certificate::of_text(&keys.publisher.certificate)?;
        let publisher = Identity::of_pem(certificate, &keys.publisher.key)?;
        Ok(Self { dir: dir.to_owned(), now, dns, sml, smp, publisher, tls: keys.tls })
    }

    /// The folder of the PKI.
    #[must_use]
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// The time at which the certificates were created.
    #[must_use]
    pub const fn now(&self) -> OffsetDateTime {
        self.now
    }

    /// Where the name server listens.
    #[must_use]
    pub const fn name_server(&self) -> SocketAddr {
        self.dns.address
    }

    /// Where the SML is managed.
    #[must_use]
    pub fn sml(&self) -> &str {
        self.sml.address()
    }

    /// The SMP of a participant by the SML, with its address.
    #[must_use]
    pub fn place_of(&self, participant: &str) -> Option<(String, String)> {
        let state = self.sml.state();
        let smp = state.participants.get(&Identifier::participant(participant).to_string())?;
        Some((smp.clone(), state.publishers.get(smp)?.logical_address.clone()))
    }

    /// The folder with the authorities of both roles.
    #[must_use]
    pub fn trust(&self) -> PathBuf {
        self.dir.join("trust")
    }

    /// The authority of every server's TLS.
    #[must_use]
    pub fn tls_roots(&self) -> PathBuf {
        self.dir.join("tls-roots.pem")
    }

    /// Certificate and key of an access point.
    #[must_use]
    pub fn keys_of(&self, provider: Provider) -> PathBuf {
        local_keys::access_point(&self.dir, provider)
    }

    /// Certificate and key of its SMP.
    #[must_use]
    pub fn smp_keys_of(&self, provider: Provider) -> PathBuf {
        local_keys::publisher(&self.dir, provider)
    }

    /// TLS in front of an installation.
    ///
    /// # Errors
    /// No port.
    pub async fn in_front_of(&self, installation: SocketAddr) -> std::io::Result<TlsProxy> {
        let proxy = TlsProxy::open(&self.tls.certificate, &self.tls.key).await?;
        proxy.leads_to(installation);
        Ok(proxy)
    }

    /// Publishes, for an installation without an SMP, that it receives statuses, and invoices for a participant if
    /// one is given. It uses TLS, with a proxy in front of its address.
    ///
    /// # Errors
    /// Files and ports.
    pub async fn publish(
        &self,
        provider: Provider,
        base_url: &str,
        participant: Option<&ParticipantId>,
    ) -> Result<(), Failure> {
        let proxy = self.in_front_of(base_url.trim_start_matches("http://").parse()?).await?;
        let certificate = Certificate::of_text(&fs::read_to_string(self.keys_of(provider))?)?;
        let endpoint = Endpoint {
            transport: Some(AS4_TRANSPORT.to_owned()),
            address: format!("{}/as4", proxy.base()),
            active_from: None,
            expires: None,
            certificate: certificate.base64(),
            description: "Billhook demo".to_owned(),
            contact: "mailto:demo@billhook.example".to_owned(),
            information: None,
        };
        let statuses = (
            Identifier::new("busdox-docid-qns", MLS_DOCUMENT_TYPE),
            Identifier::process(MLS_PROCESS),
        );
        self.publish_one(provider.id, statuses, endpoint.clone())?;
        match participant {
            Some(participant) => self.publish_one(&participant.to_string(), invoices()?, endpoint),
            None => Ok(()),
        }
    }

    fn publish_one(
        &self,
        participant: &str,
        (document_type, process): (Identifier, Identifier),
        endpoint: Endpoint,
    ) -> Result<(), Failure> {
        let information = ServiceInformation {
            participant: Identifier::participant(participant),
            document_type: document_type.clone(),
            processes: vec![Process { process, endpoints: vec![endpoint] }],
        };
        let signed = ServiceMetadata::Information(information).sign(&self.publisher)?;
        self.dns.register(participant, ZONE, &self.smp);
        self.smp.lists(participant, std::slice::from_ref(&document_type));
        self.smp.answers(participant, &document_type, Page::ok(signed));
        Ok(())
    }
}

/// The document type and the process of invoices.
pub fn invoices() -> Result<(Identifier, Identifier), Failure> {
    let Profile { customization_id, profile_id, .. } = Profile::BILLING;
    let (document_type, process) =
        route_of(Root::UblInvoice, Some(customization_id), Some(profile_id))?;
    let document_type = Identifier::new(document_type.scheme(), document_type.value());
    Ok((document_type, Identifier::process(process.value())))
}
