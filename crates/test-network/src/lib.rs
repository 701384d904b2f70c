//! A name server, an SML, an indexer and SMPs on this machine, with the certificates of the fixtures, for tests of what asks them (a
//! dev-dependency, as testkit).
//!
//! ```text
//! let (dns, smp) = (name_server().await, smp().await);
//! dns.register("0245:2023456789", "participant.sml.example", &smp);
//! smp.put(&url, Page::ok(body));
//! ```

mod indexer;
mod listening;
mod sml;

pub use indexer::Indexer;
pub use local_network::{NameServer, PAGE, Page, Says, SmlState, Smp, TlsProxy, Zone, naptr};
pub use sml::Sml;

use peppol_messages::smp::{ServiceInformation, ServiceMetadata};
use peppol_messages::trust::{Certificate, Identity};

/// A name server that knows no name yet.
pub async fn name_server() -> NameServer {
    NameServer::open().await.expect("a port")
}

/// An SMP over TLS, with the certificate of `tls/server.pem`.
pub async fn smp() -> Smp {
    let (certificate, key) = server_pair();
    let plain = Smp::plain().await.expect("a port");
    plain.with_tls(&certificate, &key).await.expect("a certificate")
}

/// TLS in front of a server of a test, with the same certificate.
pub async fn tls_proxy() -> TlsProxy {
    let (certificate, key) = server_pair();
    TlsProxy::open(&certificate, &key).await.expect("a certificate and a port")
}

fn server_pair() -> (String, String) {
    (fixtures::text("tls/server.pem"), fixtures::text("tls/server.key"))
}

/// What an SMP answers, signed.
pub fn signed(information: &ServiceInformation, identity: &Identity) -> String {
    ServiceMetadata::Information(information.clone()).sign(identity).expect("signed")
}

fn pem(name: &str) -> String {
    fixtures::text(&format!("peppol-network/as4/pki/{name}"))
}

/// A certificate of the fixtures' network: `ap2.pem`.
pub fn certificate(name: &str) -> Certificate {
    Certificate::of_text(&pem(name)).expect(name)
}

/// A certificate of the fixtures' network with its key: `smp`.
pub fn identity(name: &str) -> Identity {
    let certificate = certificate(&format!("{name}.pem"));
    Identity::of_pem(certificate, &pem(&format!("{name}.key"))).expect(name)
}
