//! A network on this machine.

pub use test_network::{NameServer, Page, Says, Smp, certificate, identity, naptr, signed};

use checked_http::{Addresses, Names};
use network_addresses::AddressPolicy;
use peppol_connector::submissions::Trace;
use peppol_discovery::{Discovery, Found, LookupError, Settings, Wanted};
use peppol_messages::Identifier;
use peppol_messages::smp::{
    AS4_TRANSPORT, Endpoint, Process, Redirect, ServiceInformation, ServiceMetadata,
};
use peppol_messages::trust::Certificate;
use peppol_trust::{Revocation, Trust, WhenUnknown};
use std::{net::IpAddr, sync::Arc, time::Duration};
use time::OffsetDateTime;
use time::macros::datetime;

pub const ZONE: &str = "participant.sml.example";
pub const NOW: OffsetDateTime = datetime!(2026-11-22 12:00 UTC);
pub const INVOICE: &str = "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0::2.1";
pub const BILLING: &str = "urn:fdc:peppol.eu:2017:poacc:billing:01:1.0";

/// Any name is this machine.
pub struct AllHere(pub IpAddr);

impl Names for AllHere {
    fn addresses(&self, _: &str) -> Addresses {
        let address = self.0;
        Box::pin(async move { Ok(vec![address]) })
    }
}

pub struct World {
    pub dns: NameServer,
    pub smp: Smp,
}

/// Trusts what authorities issued.
pub fn trusting(authorities: &[Certificate], revocation: Revocation) -> Arc<Trust> {
    let trust = Trust::new(authorities.to_vec(), revocation, WhenUnknown::Refuse);
    Arc::new(trust.expect("an authority"))
}

pub fn document(value: &str) -> Identifier {
    Identifier::new("busdox-docid-qns", value)
}

pub fn invoice_to(participant: &str) -> Wanted {
    Wanted {
        participant: Identifier::participant(participant),
        document_type: document(INVOICE),
        process: Identifier::process(BILLING),
        transport: AS4_TRANSPORT.to_owned(),
    }
}

impl World {
    pub async fn open() -> Self {
        Self { dns: test_network::name_server().await, smp: test_network::smp().await }
    }

    /// By the fixtures' authorities, on this machine, with little patience, asking for no revoked certificate.
    pub fn settings(&self) -> Settings {
        let mut http =
            checked_http::Settings::new(AddressPolicy::AndLoopback, Duration::from_millis(1_500));
        http.extra_roots = fixtures::bytes("tls/ca.pem");
        let mut settings = Settings::new(
            ZONE,
            trusting(&[certificate("smpca.pem")], Revocation::Unasked),
            trusting(&[certificate("apca.pem")], Revocation::Unasked),
            http,
        );
        settings.name_servers = vec![self.dns.address];
        settings.dns_timeout = Duration::from_millis(300);
        settings
    }

    pub fn discovery(&self) -> Discovery {
        Discovery::new(self.settings()).expect("settings")
    }

    /// What the DNS says of a participant.
    pub fn dns_says(&self, participant: &str, says: Says) {
        self.dns.about(participant, ZONE, says);
    }

    /// A participant at our SMP that lists document types.
    pub fn lists(&self, participant: &str, types: &[Identifier]) {
        self.dns.register(participant, ZONE, &self.smp);
        self.smp.lists(participant, types);
    }

    /// What the SMP answers about a document type.
    pub fn answers(&self, participant: &str, document_type: &Identifier, page: Page) {
        self.smp.answers(participant, document_type, page);
    }

    /// A participant that receives invoices.
    pub fn receives(&self, participant: &str) {
        self.lists(participant, &[document(INVOICE)]);
        let signed = signed(&information(participant, &document(INVOICE)), &identity("smp"));
        self.answers(participant, &document(INVOICE), Page::ok(signed));
    }
}

pub fn endpoint() -> Endpoint {
    Endpoint {
        transport: Some(AS4_TRANSPORT.to_owned()),
        address: "https://ap.example.sk/as4".to_owned(),
        active_from: None,
        expires: None,
        certificate: certificate("ap2.pem").base64(),
        description: "Test".to_owned(),
        contact: "mailto:x@example.sk".to_owned(),
        information: None,
    }
}

pub fn information(participant: &str, document_type: &Identifier) -> ServiceInformation {
    let process = Process { process: Identifier::process(BILLING), endpoints: vec![endpoint()] };
    ServiceInformation {
        participant: Identifier::participant(participant),
        document_type: document_type.clone(),
        processes: vec![process],
    }
}

pub fn redirect(href: &str, uid: &str) -> String {
    let to = Redirect { href: href.to_owned(), certificate_uid: uid.to_owned() };
    ServiceMetadata::Redirect(to).sign(&identity("smp")).expect("signed")
}

pub async fn find(discovery: &Discovery, wanted: &Wanted) -> Result<Found, LookupError> {
    discovery.find(wanted, NOW, &mut Trace::default()).await
}

pub fn shared(discovery: Discovery) -> Arc<Discovery> {
    Arc::new(discovery)
}
