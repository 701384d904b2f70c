//! What the servers here share that an SMP calls with its certificate.

use std::time::Duration;
use test_pki::{Pair, TestPki};

/// Answers requests at a port of this machine, of who shows the certificate of an SMP: status and XML for head and body.
pub(crate) async fn listen<A>(pki: &TestPki, answer: A) -> u16
where
    A: Fn(&str, &[u8]) -> (u16, Vec<u8>) + Clone + Send + Sync + 'static,
{
    let own = pki.server(&["localhost"]).expect("a certificate");
    let callers = pki.publishers.certificate();
    let port = local_network::listen((&own.certificate, &own.key), &callers, answer).await;
    port.expect("a port")
}

/// How such a server is called, with a certificate or with none.
pub(crate) fn settings(pki: &TestPki, identity: Option<&Pair>) -> checked_http::Settings {
    let reach = network_addresses::AddressPolicy::AndLoopback;
    let mut http = checked_http::Settings::new(reach, Duration::from_secs(2));
    http.extra_roots = pki.root.certificate().into_bytes();
    http.identity = identity.map(|own| [own.certificate.as_str(), &own.key].concat().into());
    http
}

/// The certificate of an SMP of the network.
pub(crate) fn publisher(pki: &TestPki) -> Pair {
    pki.publisher("PSK000001", "SK").expect("a certificate")
}
