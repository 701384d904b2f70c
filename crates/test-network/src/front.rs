//! TLS in front of a server that speaks plain HTTP, as a proxy has it.

use crate::smp::acceptor;
use tokio::net::{TcpListener, TcpStream};

/// Hands what comes over TLS on to the server at `http://address`; its own base address, whose certificate is that of
/// `fixtures/tls`.
///
/// # Panics
/// When there is no port.
pub async fn front(base_url: &str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let behind = base_url.trim_start_matches("http://").to_owned();
    let acceptor = acceptor();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let (acceptor, behind) = (acceptor.clone(), behind.clone());
            tokio::spawn(async move {
                let Ok(mut outside) = acceptor.accept(stream).await else { return };
                let Ok(mut inside) = TcpStream::connect(&behind).await else { return };
                let _ = tokio::io::copy_bidirectional(&mut outside, &mut inside).await;
            });
        }
    });
    format!("https://localhost:{port}")
}
