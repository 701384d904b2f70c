//! The indexer of a Peppol Directory (1.1.1): `PUT /indexer/1.0/` with a participant as text, `DELETE` of one. A request
//! that is not of the published interface is a fault of the test, noted in `complaints`.

use crate::sml::{acceptor, head_of, header};
use peppol_messages::Identifier;
use peppol_messages::discovery::percent_encoded;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use test_pki::{Plan, TestPki};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpListener;

#[derive(Default)]
struct State {
    known: BTreeSet<String>,
    complaints: Vec<String>,
    instead: Option<u16>,
}

/// An indexer on this machine.
pub struct Indexer {
    /// Of the directory: ends with a slash.
    pub address: String,
    pki: TestPki,
    state: Arc<Mutex<State>>,
}

impl Indexer {
    /// One that knows nobody.
    pub async fn open() -> Self {
        let pki = TestPki::new(&Plan::default()).expect("a PKI");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let state = Arc::new(Mutex::new(State::default()));
        let (acceptor, shared) = (acceptor(&pki), state.clone());
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                if let Ok(stream) = acceptor.accept(stream).await {
                    serve(stream, &shared).await;
                }
            }
        });
        Self { address: format!("https://localhost:{port}/"), pki, state }
    }

    /// How it is called, with the certificate of an SMP or with none.
    pub fn settings(&self, with_certificate: bool) -> checked_http::Settings {
        let reach = network_addresses::AddressPolicy::AndLoopback;
        let mut http = checked_http::Settings::new(reach, Duration::from_secs(2));
        http.extra_roots = self.pki.root.certificate().into_bytes();
        let own = self.pki.publisher("PSK000001", "SK").expect("a certificate");
        http.identity = with_certificate.then(|| [own.certificate, own.key].concat().into());
        http
    }

    /// Whom it was told of.
    pub fn known(&self) -> Vec<String> {
        self.state().known.iter().cloned().collect()
    }

    /// What was wrong with requests.
    pub fn complaints(&self) -> Vec<String> {
        self.state().complaints.clone()
    }

    /// It answers with a status, whatever it is told.
    pub fn answers(&self, status: Option<u16>) {
        self.state().instead = status;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("the state")
    }
}

async fn serve(mut stream: impl AsyncRead + AsyncWrite + Unpin, state: &Mutex<State>) {
    let Some(head) = head_of(&mut stream).await else { return };
    let length = header(&head, "content-length").and_then(|text| text.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    if stream.read_exact(&mut body).await.is_err() {
        return;
    }
    let status = state.lock().expect("the state").answered(&head, &body);
    let head = format!("HTTP/1.1 {status} X\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    let _ = stream.write_all(head.as_bytes()).await;
    let _ = stream.shutdown().await;
}

impl State {
    fn answered(&mut self, head: &str, body: &[u8]) -> u16 {
        if let Some(status) = self.instead {
            return status;
        }
        let line = head.lines().next().unwrap_or_default().to_owned();
        let text = String::from_utf8_lossy(body).into_owned();
        if line == "PUT /indexer/1.0/ HTTP/1.1" {
            let kind = header(head, "content-type").unwrap_or_default();
            let id: Option<Identifier> = text.parse().ok();
            if !kind.starts_with("text/plain") || id.is_none() {
                self.complaints.push(format!("{kind}: {text}"));
                return 400;
            }
            self.known.insert(text);
            return 204;
        }
        let path = line.strip_prefix("DELETE /indexer/1.0/");
        let Some(asked) = path.and_then(|path| path.strip_suffix(" HTTP/1.1")) else {
            self.complaints.push(line);
            return 400;
        };
        let found = self.known.iter().find(|own| percent_encoded(own) == asked).cloned();
        match found {
            Some(own) if self.known.remove(&own) => 204,
            _ => 404,
        }
    }
}
