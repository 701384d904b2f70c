//! A Peppol network on this machine, for two installations: a PKI in files, a name server and an SMP. The demo stands
//! in it, and the test that kills both installations.

use super::result::Failure;
use local_network::{NameServer, Page, Smp, TlsProxy};
use peppol_connector::{ParticipantId, Profile, Root, route_of};
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
use test_pki::{Pair, Plan, TestPki};
use time::OffsetDateTime;

/// The zone of its SML.
pub const ZONE: &str = "participant.sml.demo";

/// A service provider: one of the two installations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Provider {
    /// Its folder.
    pub name: &'static str,
    /// Its seat id.
    pub seat: &'static str,
    /// Its identifier in the network.
    pub id: &'static str,
}

/// Who sends in the demo.
pub const SELLER: Provider = Provider { name: "seller", seat: "PSK000001", id: "0242:000001" };
/// Who receives.
pub const BUYER: Provider = Provider { name: "buyer", seat: "PSK000002", id: "0242:000002" };

/// What both installations stand in. Its servers end with the runtime that opened it.
pub struct World {
    dir: PathBuf,
    now: OffsetDateTime,
    dns: NameServer,
    smp: Smp,
    /// Signs what the SMP answers.
    publisher: Identity,
    /// For `localhost`.
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
        let smp = plain.with_tls(&keys.tls.certificate, &keys.tls.key).await?;
        let certificate = Certificate::of_text(&keys.publisher.certificate)?;
        let publisher = Identity::of_pem(certificate, &keys.publisher.key)?;
        Ok(Self { dir: dir.to_owned(), now, dns, smp, publisher, tls: keys.tls })
    }

    /// Its folder.
    #[must_use]
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// When its certificates were made.
    #[must_use]
    pub const fn now(&self) -> OffsetDateTime {
        self.now
    }

    /// Where the name server listens.
    #[must_use]
    pub const fn name_server(&self) -> SocketAddr {
        self.dns.address
    }

    /// The address of the SMP.
    #[must_use]
    pub fn publisher(&self) -> String {
        self.smp.base()
    }

    /// The folder with the authorities of both roles.
    #[must_use]
    pub fn trust(&self) -> PathBuf {
        self.dir.join("trust")
    }

    /// The authority of the SMP's TLS.
    #[must_use]
    pub fn tls_roots(&self) -> PathBuf {
        self.dir.join("tls-roots.pem")
    }

    /// Certificate and key of an access point.
    #[must_use]
    pub fn keys_of(&self, provider: Provider) -> PathBuf {
        keys_of(&self.dir, provider)
    }

    /// Publishes that a provider takes statuses, and invoices to a participant, if there is one: over TLS, with a proxy
    /// in front of its address.
    ///
    /// # Errors
    /// Files and ports.
    pub async fn publish(
        &self,
        provider: Provider,
        base_url: &str,
        participant: Option<&ParticipantId>,
    ) -> Result<(), Failure> {
        let proxy = TlsProxy::open(&self.tls.certificate, &self.tls.key).await?;
        proxy.leads_to(base_url.trim_start_matches("http://").parse()?);
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

fn keys_of(dir: &Path, provider: Provider) -> PathBuf {
    dir.join(provider.name).join("ap.pem")
}

/// What invoices are sent as.
pub(super) fn invoices() -> Result<(Identifier, Identifier), Failure> {
    let Profile { customization_id, profile_id, .. } = Profile::BILLING;
    let (document_type, process) =
        route_of(Root::UblInvoice, Some(customization_id), Some(profile_id))?;
    let document_type = Identifier::new(document_type.scheme(), document_type.value());
    Ok((document_type, Identifier::process(process.value())))
}

/// All keys.
struct Keys {
    pki: TestPki,
    access_points: [(Provider, Pair); 2],
    publisher: Pair,
    tls: Pair,
}

impl Keys {
    fn make(plan: &Plan) -> Result<Self, test_pki::Fault> {
        let pki = TestPki::new(plan)?;
        Ok(Self {
            access_points: [
                (SELLER, pki.access_point(SELLER.seat, "SK")?),
                (BUYER, pki.access_point(BUYER.seat, "SK")?),
            ],
            publisher: pki.publisher("PSK000003", "SK")?,
            tls: pki.server(&["localhost", "127.0.0.1"])?,
            pki,
        })
    }

    /// What installations are set up with.
    fn write(&self, dir: &Path) -> std::io::Result<()> {
        let trust = dir.join("trust");
        fs::create_dir_all(&trust)?;
        fs::write(trust.join("access-points.pem"), self.pki.access_points.certificate())?;
        fs::write(trust.join("publishers.pem"), self.pki.publishers.certificate())?;
        fs::write(dir.join("tls-roots.pem"), self.pki.root.certificate())?;
        for (provider, pair) in &self.access_points {
            fs::create_dir_all(dir.join(provider.name))?;
            let both = format!("{}{}", pair.certificate, pair.key);
            fs::write(keys_of(dir, *provider), both)?;
        }
        Ok(())
    }
}
