//! The settings of a client, and the reqwest client that is built from them.

use crate::names::CheckedNames;
use crate::{Names, SystemNames, client};
use network_addresses::{AddressError, AddressPolicy, check_address};
use reqwest::{Certificate, ClientBuilder, Identity, redirect, retry};
use std::{fmt, sync::Arc, time::Duration};

/// The limits of a client.
#[derive(Clone)]
pub struct Settings {
    /// The addresses that may be called.
    pub reach: AddressPolicy,
    /// The longest call, from the look-up to the end of the answer.
    pub timeout: Duration,
    /// Certificate authorities (PEM) that are trusted in addition to those of the machine.
    pub extra_roots: Vec<u8>,
    /// The resolver. The client checks its results.
    pub names: Arc<dyn Names>,
    /// Certificate and key (PEM) that the client shows to servers that ask for one.
    pub identity: Option<Vec<u8>>,
}

impl fmt::Debug for Settings {
    /// Prints the settings without the key.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Settings({:?}, {:?})", self.reach, self.timeout)
    }
}

/// Why a client cannot be built.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// TLS cannot be set up, for example because the machine has no certificate authorities.
    #[error("TLS cannot be set up")]
    Tls(#[source] reqwest::Error),
    /// [`Settings::extra_roots`] hold no certificate.
    #[error("the extra certificate authorities are not PEM")]
    Roots,
    /// [`Settings::identity`] is no certificate with its key.
    #[error("the client certificate and its key are not PEM")]
    Identity,
}

impl Settings {
    /// The machine's own certificate authorities and resolver, and no certificate of the client.
    #[must_use]
    pub fn new(reach: AddressPolicy, timeout: Duration) -> Self {
        let (extra_roots, names) = (Vec::new(), Arc::new(SystemNames));
        Self { reach, timeout, extra_roots, names, identity: None }
    }

    /// The builder of a client that only connects to checked addresses, follows no redirects and decodes nothing.
    ///
    /// Hosts that are IP addresses are not resolved: [`check_host`] them before each call. The caller limits the
    /// total time of a call.
    ///
    /// # Errors
    /// [`SetupError`].
    pub fn builder(self) -> Result<ClientBuilder, SetupError> {
        let Self { reach, timeout, extra_roots, names, identity } = self;
        let roots = Certificate::from_pem_bundle(&extra_roots).map_err(|_| SetupError::Roots)?;
        if roots.is_empty() && !extra_roots.is_empty() {
            return Err(SetupError::Roots);
        }
        // what other crates of a build may switch on by features is switched off here by name
        let builder = client()
            .dns_resolver(Arc::new(CheckedNames { names, reach }))
            .no_proxy()
            .redirect(redirect::Policy::none())
            .retry(retry::never())
            .referer(false)
            .no_gzip()
            .no_brotli()
            .no_zstd()
            .no_deflate()
            .http1_only()
            .tls_certs_merge(roots)
            // shared among a host's addresses: one that is silent leaves time for the next
            .connect_timeout(timeout);
        Ok(match identity {
            None => builder,
            Some(pem) => {
                builder.identity(Identity::from_pem(&pem).map_err(|_| SetupError::Identity)?)
            }
        })
    }
}

/// Whether the host of a URL, where it is an address, may be called.
///
/// # Errors
/// [`AddressError`] says what the address is.
pub fn check_host(url: &reqwest::Url, reach: AddressPolicy) -> Result<(), AddressError> {
    let host = url.host_str().unwrap_or_default();
    let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    bare.parse().map_or(Ok(()), |address| check_address(address, reach))
}
