//! Which cryptography TLS is made with.

use reqwest::{Client, ClientBuilder};
use rustls::crypto::ring::default_provider;

/// A client of reqwest that nothing is set of yet, with TLS over `ring`.
///
/// reqwest is built without cryptography of its own here, so that there is one library for TLS and not two: a client
/// that is begun otherwise panics in a process that has not called [`tls_over_ring`].
pub fn client() -> ClientBuilder {
    tls_over_ring();
    Client::builder()
}

/// Makes `ring` the cryptography of TLS in this process. The first choice of a process stays.
pub fn tls_over_ring() {
    // an error says that the choice is made
    let _ = default_provider().install_default();
}
