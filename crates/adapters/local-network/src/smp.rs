//! An SMP on this machine, and whatever else is published over HTTP.

use rustls::RootCertStore;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject};
use rustls::server::WebPkiClientVerifier;
use std::collections::HashMap;
use std::error::Error;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

/// What stands at a path.
#[derive(Debug, Clone)]
pub struct Page {
    /// The status.
    pub status: u16,
    /// More headers, each with its line break.
    pub headers: String,
    /// The body.
    pub body: Vec<u8>,
    /// How long the second half of the body lets wait.
    pub pause: Duration,
}

impl Page {
    /// Status 200 with a body.
    pub fn ok(body: impl Into<Vec<u8>>) -> Self {
        Self { status: 200, headers: String::new(), body: body.into(), pause: Duration::ZERO }
    }

    /// An empty page with a status.
    #[must_use]
    pub fn status(status: u16) -> Self {
        Self { status, ..Self::ok("") }
    }
}

#[derive(Default)]
struct State {
    pages: HashMap<String, Page>,
    requests: Vec<String>,
}

/// Serves pages over plain HTTP and, on another port, over TLS; it ends with the process.
pub struct Smp {
    tls: Option<u16>,
    plain: u16,
    state: Arc<Mutex<State>>,
}

impl Smp {
    /// On a free port, without TLS and without pages yet.
    ///
    /// # Errors
    /// No port is free.
    pub async fn plain() -> io::Result<Self> {
        let state = Arc::new(Mutex::new(State::default()));
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let smp = Self { tls: None, plain: listener.local_addr()?.port(), state: state.clone() };
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let state = state.clone();
                tokio::spawn(async move { serve(stream, &state).await });
            }
        });
        Ok(smp)
    }

    /// The same pages over TLS too, with this certificate for `localhost` and its key (PEM).
    ///
    /// # Errors
    /// No port, or no certificate with its key.
    pub async fn with_tls(mut self, certificate: &str, key: &str) -> io::Result<Self> {
        let acceptor = acceptor(certificate, key).map_err(io::Error::other)?;
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        self.tls = Some(listener.local_addr()?.port());
        let state = self.state.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (acceptor, state) = (acceptor.clone(), state.clone());
                tokio::spawn(async move {
                    if let Ok(stream) = acceptor.accept(stream).await {
                        serve(stream, &state).await;
                    }
                });
            }
        });
        Ok(self)
    }

    /// Its base address: that over TLS, where it has that.
    #[must_use]
    pub fn base(&self) -> String {
        match self.tls {
            Some(port) => format!("https://localhost:{port}/smp"),
            None => format!("{}/smp", self.plain_base()),
        }
    }

    /// The same pages without TLS.
    #[must_use]
    pub fn plain_base(&self) -> String {
        format!("http://127.0.0.1:{}", self.plain)
    }

    /// Puts a page at a URL, whose host does not count.
    pub fn put(&self, url: &str, page: Page) {
        let path = url.splitn(4, '/').nth(3).unwrap_or_default();
        locked(&self.state).pages.insert(format!("/{path}"), page);
    }

    /// The paths that were asked for.
    #[must_use]
    pub fn requests(&self) -> Vec<String> {
        locked(&self.state).requests.clone()
    }
}

fn locked(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A server's side of TLS with a certificate and its key (PEM).
///
/// # Errors
/// When they are none, or do not belong together.
pub(crate) fn acceptor(
    certificate: &str,
    key: &str,
) -> Result<TlsAcceptor, Box<dyn Error + Send + Sync>> {
    acceptor_for(certificate, key, None)
}

/// The same, which takes clients alone with a certificate of an authority (PEM), if there is one.
pub(crate) fn acceptor_for(
    certificate: &str,
    key: &str,
    callers: Option<&str>,
) -> Result<TlsAcceptor, Box<dyn Error + Send + Sync>> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let chain = CertificateDer::pem_slice_iter(certificate.as_bytes()).collect::<Result<_, _>>()?;
    let key = PrivateKeyDer::from_pem_slice(key.as_bytes())?;
    let config = rustls::ServerConfig::builder_with_provider(provider.clone())
        .with_safe_default_protocol_versions()?;
    let config = match callers {
        None => config.with_no_client_auth(),
        Some(authority) => {
            let mut roots = RootCertStore::empty();
            roots.add(CertificateDer::from_pem_slice(authority.as_bytes())?)?;
            let verifier =
                WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider).build()?;
            config.with_client_cert_verifier(verifier)
        }
    };
    Ok(TlsAcceptor::from(Arc::new(config.with_single_cert(chain, key)?)))
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
        let mut state = locked(state);
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
