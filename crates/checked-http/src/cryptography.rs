//! Selects the cryptography library of TLS.

use reqwest::{Client, ClientBuilder};
use rustls::crypto::ring::default_provider;

/// A builder of a reqwest client with default settings, and TLS over `ring`.
///
/// reqwest is built here without a cryptography library of its own, so that there is only one for TLS. A client from
/// another builder panics in a process that has not called [`tls_over_ring`].
pub fn client() -> ClientBuilder {
    tls_over_ring();
    Client::builder()
}

/// Makes `ring` the cryptography of TLS in this process. The first choice of a process stays.
pub fn tls_over_ring() {
    // an error means that the library is selected already
    let _ = default_provider().install_default();
}
