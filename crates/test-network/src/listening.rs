//! What the servers here share that an SMP calls with its certificate: TLS, and one request a connection.

use rustls::pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject};
use rustls::server::WebPkiClientVerifier;
use rustls::{RootCertStore, ServerConfig};
use std::sync::Arc;
use std::time::Duration;
use test_pki::{Pair, TestPki};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

/// Answers requests at a port of this machine, of who shows the certificate of an SMP: status and XML for head and body.
pub(crate) async fn listen<A>(pki: &TestPki, answer: A) -> u16
where
    A: Fn(&str, &[u8]) -> (u16, Vec<u8>) + Clone + Send + Sync + 'static,
{
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let acceptor = acceptor(pki);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let (acceptor, answer) = (acceptor.clone(), answer.clone());
            tokio::spawn(async move {
                if let Ok(stream) = acceptor.accept(stream).await {
                    serve(stream, answer).await;
                }
            });
        }
    });
    port
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

/// The value of a header.
pub(crate) fn header(head: &str, name: &str) -> Option<String> {
    let lines = head.lines().filter_map(|line| line.split_once(':'));
    let mut found = lines.filter(|(own, _)| own.eq_ignore_ascii_case(name));
    found.next().map(|(_, value)| value.strip_prefix(' ').unwrap_or(value).to_owned())
}

fn acceptor(pki: &TestPki) -> TlsAcceptor {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let own = pki.server(&["localhost"]).expect("a certificate");
    let der = |pem: &str| CertificateDer::from_pem_slice(pem.as_bytes()).expect("a certificate");
    let mut roots = RootCertStore::empty();
    roots.add(der(&pki.publishers.certificate())).expect("an authority");
    let verifier =
        WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider.clone()).build();
    let key = PrivateKeyDer::from_pem_slice(own.key.as_bytes()).expect("a key");
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_client_cert_verifier(verifier.expect("a verifier"))
        .with_single_cert(vec![der(&own.certificate)], key);
    TlsAcceptor::from(Arc::new(config.expect("a configuration")))
}

async fn serve(
    mut stream: impl AsyncRead + AsyncWrite + Unpin,
    answer: impl Fn(&str, &[u8]) -> (u16, Vec<u8>),
) {
    let Some(head) = head_of(&mut stream).await else { return };
    let length = header(&head, "content-length").and_then(|text| text.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    if stream.read_exact(&mut body).await.is_err() {
        return;
    }
    let (status, answer) = answer(&head, &body);
    let length = answer.len();
    let head = format!(
        "HTTP/1.1 {status} X\r\nContent-Type: text/xml; charset=utf-8\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    let _ = stream.write_all(head.as_bytes()).await;
    let _ = stream.write_all(&answer).await;
    let _ = stream.shutdown().await;
}

/// What a request begins with; nothing of one that breaks off.
async fn head_of(stream: &mut (impl AsyncRead + Unpin)) -> Option<String> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.ok()?);
    }
    String::from_utf8(head).ok()
}
