//! Documents over real TLS, from a server that answers as each test says.

use ::client_documents::HttpDocuments;
use checked_http::Settings;
use network_addresses::AddressPolicy;
use oauth::clients::{ClientDocuments, DocumentError, MAX_CLIENT_DOCUMENT};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject};
use std::{
    io::{Read, Write},
    net::{IpAddr, Ipv4Addr, TcpListener},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};
use testkit::network_contract::client_documents::{DocumentsUnderTest, Place};

/// Where the documents are asked for from.
const HERE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// A server at `https://localhost:port` that gives the same answer to everybody.
struct Server {
    port: u16,
    requests: Arc<AtomicUsize>,
}

impl Server {
    fn answering(answer: Vec<u8>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let requests = Arc::<AtomicUsize>::default();
        let (counted, config) = (Arc::clone(&requests), tls());
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let session = rustls::ServerConnection::new(config.clone()).expect("a session");
                let mut stream = rustls::StreamOwned::new(session, stream);
                let mut head = [0; 4096];
                if stream.read(&mut head).is_ok_and(|read| read > 0) {
                    counted.fetch_add(1, Ordering::SeqCst);
                    let _ = stream.write_all(&answer);
                    stream.conn.send_close_notify();
                    let _ = stream.flush();
                }
            }
        });
        Self { port, requests }
    }

    fn address(&self) -> String {
        format!("https://localhost:{}/client.json", self.port)
    }
}

fn tls() -> Arc<rustls::ServerConfig> {
    let chain = CertificateDer::pem_slice_iter(&fixtures::bytes("tls/server.pem"))
        .collect::<Result<Vec<_>, _>>()
        .expect("a chain");
    let key = PrivateKeyDer::from_pem_slice(&fixtures::bytes("tls/server.key")).expect("a key");
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_no_client_auth();
    Arc::new(config.with_single_cert(chain, key).expect("a configuration"))
}

fn documents(reach: AddressPolicy) -> HttpDocuments {
    let roots = fixtures::bytes("tls/ca.pem");
    let settings = Settings { extra_roots: roots, ..Settings::new(reach, Duration::from_secs(2)) };
    HttpDocuments::new(settings).expect("a client")
}

fn answer(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Length: {length}\r\nConnection: close\r\n{headers}\r\n"
    );
    [head.as_bytes(), body].concat()
}

#[tokio::test]
async fn a_document_is_read_over_https() {
    let body = br#"{"client_id":"x"}"#;
    let server = Server::answering(answer("200 OK", "", body));
    let read = documents(AddressPolicy::AndLoopback).document(&server.address(), HERE).await;
    assert_eq!(read.expect("a document"), body);
    let longest = vec![b' '; MAX_CLIENT_DOCUMENT];
    let server = Server::answering(answer("200 OK", "", &longest));
    let read = documents(AddressPolicy::AndLoopback).document(&server.address(), HERE).await;
    assert_eq!(read.expect("a document").len(), MAX_CLIENT_DOCUMENT);
}

#[tokio::test]
async fn nothing_is_followed_and_nothing_long_is_read() {
    let elsewhere = Server::answering(answer("200 OK", "", b"{}"));
    let location = format!("Location: {}\r\n", elsewhere.address());
    for status in ["301 Moved", "302 Found", "303 See Other", "307 Temporary", "308 Permanent"] {
        let server = Server::answering(answer(status, &location, b""));
        let read = documents(AddressPolicy::AndLoopback).document(&server.address(), HERE).await;
        assert!(matches!(read, Err(DocumentError::Status(300..=399))), "{status}: {read:?}");
    }
    assert_eq!(elsewhere.requests.load(Ordering::SeqCst), 0);
    for status in ["404 Not Found", "500 Error", "201 Created", "204 No Content"] {
        let server = Server::answering(answer(status, "", b""));
        let read = documents(AddressPolicy::AndLoopback).document(&server.address(), HERE).await;
        assert!(matches!(read, Err(DocumentError::Status(_))), "{status}: {read:?}");
    }
    let long = vec![b' '; MAX_CLIENT_DOCUMENT + 1];
    let server = Server::answering(answer("200 OK", "", &long));
    let read = documents(AddressPolicy::AndLoopback).document(&server.address(), HERE).await;
    assert!(matches!(read, Err(DocumentError::TooLong)), "{read:?}");
}

#[tokio::test]
async fn addresses_of_this_network_are_not_called() {
    let server = Server::answering(answer("200 OK", "", b"{}"));
    let public = documents(AddressPolicy::Public);
    let by_number = |host: &str| format!("https://{host}:{}/client.json", server.port);
    for address in [
        server.address(),
        by_number("127.0.0.1"),
        by_number("[::1]"),
        by_number("[::ffff:127.0.0.1]"),
        "https://169.254.169.254/latest/meta-data".to_owned(),
        "https://10.0.0.1/client".to_owned(),
        "https://0.0.0.0/client".to_owned(),
    ] {
        let read = public.document(&address, HERE).await;
        assert!(matches!(read, Err(DocumentError::Unreachable(_))), "{address}: {read:?}");
    }
    let plain = server.address().replace("https:", "http:");
    let read = documents(AddressPolicy::AndLoopback).document(&plain, HERE).await;
    assert!(matches!(read, Err(DocumentError::Unreachable(_))), "{read:?}");
    assert_eq!(server.requests.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn a_certificate_that_nobody_trusts_ends_it() {
    let server = Server::answering(answer("200 OK", "", b"{}"));
    let settings = Settings::new(AddressPolicy::AndLoopback, Duration::from_secs(2));
    let untrusting = HttpDocuments::new(settings).expect("a client");
    let read = untrusting.document(&server.address(), HERE).await;
    assert!(matches!(read, Err(DocumentError::Unreachable(_))), "{read:?}");
}

#[tokio::test]
async fn a_server_that_says_nothing_is_given_up_and_few_are_asked_at_once() {
    let silent = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("https://localhost:{}/x", silent.local_addr().expect("one").port());
    let documents = Arc::new(documents(AddressPolicy::AndLoopback));
    let asking: Vec<_> = (0..8)
        .map(|n| {
            let (documents, address) = (Arc::clone(&documents), address.clone());
            let from = IpAddr::from([192, 0, 2, n]);
            tokio::spawn(async move { documents.document(&address, from).await.err() })
        })
        .collect();
    tokio::time::sleep(Duration::from_millis(200)).await;
    let busy = documents.document(&address, HERE).await;
    assert!(matches!(busy, Err(DocumentError::Busy)), "{busy:?}");
    for asked in asking {
        let error = asked.await.expect("it ends");
        assert!(matches!(error, Some(DocumentError::Unreachable(_))), "{error:?}");
    }
}

struct Places;

impl DocumentsUnderTest for Places {
    type Documents = HttpDocuments;

    fn documents(&self) -> HttpDocuments {
        documents(AddressPolicy::AndLoopback)
    }

    async fn address(&self, place: Place) -> Option<String> {
        let answer = match place {
            Place::Document(bytes) => answer("200 OK", "", bytes),
            Place::Spaces(count) => answer("200 OK", "", &vec![b' '; count]),
            Place::Status(status) => answer(&format!("{status} Answer"), "", b""),
            Place::Elsewhere => {
                let document = Server::answering(answer("200 OK", "", b"{}")).address();
                answer("302 Found", &format!("Location: {document}\r\n"), b"")
            }
            Place::Nobody => return Some("https://localhost:1/client.json".to_owned()),
            Place::Private => return Some("https://10.0.0.1/client.json".to_owned()),
        };
        Some(Server::answering(answer).address())
    }
}

async fn places() -> Places {
    Places
}

testkit::client_documents_contract!(places);
