//! TLS in front of what has none.

use crate::smp::acceptor;
use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

/// Forwards TLS connections to an address of this machine, as the proxy in front of an installation does. It listens
/// before there is a server behind it, so that the installation can be configured with its address.
pub struct TlsProxy {
    port: u16,
    behind: Arc<Mutex<Option<SocketAddr>>>,
}

impl TlsProxy {
    /// Starts to listen. While there is no server behind it, it closes connections.
    ///
    /// # Errors
    /// No port, or no certificate with its key (PEM).
    pub async fn open(certificate: &str, key: &str) -> io::Result<Self> {
        let acceptor = acceptor(certificate, key).map_err(io::Error::other)?;
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let port = listener.local_addr()?.port();
        let behind = Arc::new(Mutex::new(None));
        let target = behind.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let to = target.lock().ok().and_then(|found| *found);
                if let Some(to) = to {
                    tokio::spawn(hand_on(stream, acceptor.clone(), to));
                }
            }
        });
        Ok(Self { port, behind })
    }

    /// Its own address: `https://localhost:…`.
    #[must_use]
    pub fn base(&self) -> String {
        format!("https://localhost:{}", self.port)
    }

    /// Who is behind it from now on.
    pub fn leads_to(&self, to: SocketAddr) {
        if let Ok(mut behind) = self.behind.lock() {
            *behind = Some(to);
        }
    }
}

async fn hand_on(stream: TcpStream, acceptor: TlsAcceptor, to: SocketAddr) {
    // first, so that nothing is read while there is no server
    let Ok(mut inner) = TcpStream::connect(to).await else { return };
    if let Ok(mut outer) = acceptor.accept(stream).await {
        let _ = copy_bidirectional(&mut outer, &mut inner).await;
    }
}
