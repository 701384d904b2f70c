//! TLS in front of what has none.

use crate::smp::acceptor;
use std::io;
use std::net::SocketAddr;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};

/// Hands what comes over TLS on to an address of this machine, as the proxy in front of an installation does. Gives its
/// own address, `https://localhost:…`. While nobody listens there, it refuses connections.
///
/// # Errors
/// No port, or no certificate with its key (PEM).
pub async fn tls_proxy(certificate: &str, key: &str, to: SocketAddr) -> io::Result<String> {
    let acceptor = acceptor(certificate, key).map_err(io::Error::other)?;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let port = listener.local_addr()?.port();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let acceptor = acceptor.clone();
            tokio::spawn(async move {
                // first, so that nothing is sent to nobody
                let Ok(mut inner) = TcpStream::connect(to).await else { return };
                if let Ok(mut outer) = acceptor.accept(stream).await {
                    let _ = copy_bidirectional(&mut outer, &mut inner).await;
                }
            });
        }
    });
    Ok(format!("https://localhost:{port}"))
}
