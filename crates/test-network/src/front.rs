//! TLS in front of a server that speaks plain HTTP, as a proxy has it.

use fixtures::text;
use local_network::acceptor;
use std::sync::{Arc, Mutex};
use tokio::net::{TcpListener, TcpStream};

/// Hands what comes over TLS on to a server. Its certificate is that of `fixtures/tls`.
pub struct Front {
    port: u16,
    behind: Arc<Mutex<String>>,
}

impl Front {
    pub async fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let behind = Arc::new(Mutex::new(String::new()));
        let acceptor = acceptor(&text("tls/server.pem"), &text("tls/server.key"));
        let (acceptor, target) = (acceptor.expect("a certificate"), behind.clone());
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (acceptor, target) = (acceptor.clone(), target.clone());
                tokio::spawn(async move {
                    let Ok(mut outside) = acceptor.accept(stream).await else { return };
                    let address = target.lock().expect("the target").clone();
                    let Ok(mut inside) = TcpStream::connect(&address).await else { return };
                    let _ = tokio::io::copy_bidirectional(&mut outside, &mut inside).await;
                });
            }
        });
        Self { port, behind }
    }

    /// Its own address.
    pub fn base(&self) -> String {
        format!("https://localhost:{}", self.port)
    }

    /// Where it leads: `http://127.0.0.1:8080`.
    pub fn leads_to(&self, base_url: &str) {
        let address = base_url.trim_start_matches("http://").to_owned();
        *self.behind.lock().expect("the target") = address;
    }
}
