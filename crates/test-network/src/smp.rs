//! SMPs on this machine, over TLS.

use rustls::pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

/// What stands at a path.
#[derive(Debug, Clone)]
pub struct Page {
    pub status: u16,
    pub headers: String,
    pub body: Vec<u8>,
    /// How long the second half of the body lets wait.
    pub pause: Duration,
}

impl Page {
    pub fn ok(body: impl Into<Vec<u8>>) -> Self {
        Self { status: 200, headers: String::new(), body: body.into(), pause: Duration::ZERO }
    }

    pub fn status(status: u16) -> Self {
        Self { status, ..Self::ok("") }
    }
}

#[derive(Default)]
struct State {
    pages: HashMap<String, Page>,
    requests: Vec<String>,
}

/// Serves pages over TLS, and over plain HTTP on another port.
pub struct Smp {
    port: u16,
    plain: u16,
    state: Arc<Mutex<State>>,
}

impl Smp {
    pub async fn open() -> Self {
        let state = Arc::new(Mutex::new(State::default()));
        let tls = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let plain = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = |listener: &TcpListener| listener.local_addr().expect("an address").port();
        let smp = Self { port: port(&tls), plain: port(&plain), state: state.clone() };
        let (acceptor, of_plain) = (acceptor(), state.clone());
        tokio::spawn(async move {
            while let Ok((stream, _)) = tls.accept().await {
                let (acceptor, state) = (acceptor.clone(), state.clone());
                tokio::spawn(async move {
                    if let Ok(stream) = acceptor.accept(stream).await {
                        serve(stream, &state).await;
                    }
                });
            }
        });
        tokio::spawn(async move {
            while let Ok((stream, _)) = plain.accept().await {
                let state = of_plain.clone();
                tokio::spawn(async move { serve(stream, &state).await });
            }
        });
        smp
    }

    pub fn base(&self) -> String {
        format!("https://localhost:{}/smp", self.port)
    }

    /// The same pages without TLS.
    pub fn plain_base(&self) -> String {
        format!("http://127.0.0.1:{}", self.plain)
    }

    /// Puts a page at a URL, whose host does not count.
    pub fn put(&self, url: &str, page: Page) {
        let path = url.splitn(4, '/').nth(3).expect("a path");
        self.state.lock().expect("the state").pages.insert(format!("/{path}"), page);
    }

    /// The paths that were asked for.
    pub fn requests(&self) -> Vec<String> {
        self.state.lock().expect("the state").requests.clone()
    }
}

pub(crate) fn acceptor() -> TlsAcceptor {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let certificate = fixtures::bytes("tls/server.pem");
    let chain = CertificateDer::pem_slice_iter(&certificate).collect::<Result<_, _>>();
    let key = PrivateKeyDer::from_pem_slice(&fixtures::bytes("tls/server.key")).expect("a key");
    let config = rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_no_client_auth()
        .with_single_cert(chain.expect("a chain"), key);
    TlsAcceptor::from(Arc::new(config.expect("a configuration")))
}

async fn serve(mut stream: impl AsyncRead + AsyncWrite + Unpin, state: &Mutex<State>) {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        match stream.read_u8().await {
            Ok(byte) => head.push(byte),
            Err(_) => return,
        }
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
    let page = {
        let mut state = state.lock().expect("the state");
        let page = state.pages.get(&path).cloned().unwrap_or_else(|| Page::status(404));
        state.requests.push(path);
        page
    };
    let Page { status, headers, body, pause } = page;
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status} X\r\n{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n"
    );
    let (first, second) = body.split_at(length / 2);
    let _ = stream.write_all(head.as_bytes()).await;
    let _ = stream.write_all(first).await;
    let _ = stream.flush().await;
    tokio::time::sleep(pause).await;
    let _ = stream.write_all(second).await;
    let _ = stream.shutdown().await;
}
