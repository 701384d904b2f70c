//! Resolves the name of a host to the addresses that may be connected to.

use network_addresses::{AddressError, AddressPolicy, check_resolved};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use std::{
    future::Future,
    io,
    net::{IpAddr, SocketAddr},
    pin::Pin,
    sync::Arc,
};

/// The result of a lookup.
pub type Addresses = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send>>;

/// Resolves names.
pub trait Names: Send + Sync + 'static {
    /// All addresses of a host.
    fn addresses(&self, host: &str) -> Addresses;
}

/// The machine's resolver (`getaddrinfo`), on tokio's threads for blocking work.
///
/// A lookup that is cancelled continues there until the machine's resolver ends it.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemNames;

impl Names for SystemNames {
    fn addresses(&self, host: &str) -> Addresses {
        let host = host.to_owned();
        Box::pin(async move {
            let found = tokio::net::lookup_host((host.as_str(), 0)).await?;
            Ok(found.map(|address| address.ip()).collect())
        })
    }
}

/// Why there is no address to connect to.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unresolved {
    #[error("the name does not resolve")]
    NotFound(#[source] io::Error),
    #[error("the name resolves to an address that may not be reached")]
    Refused(#[source] AddressError),
}

/// Returns only checked addresses. The HTTP client connects to these and resolves nothing itself, so a name cannot
/// change between the check and the connection.
pub(crate) struct CheckedNames {
    pub(crate) names: Arc<dyn Names>,
    pub(crate) reach: AddressPolicy,
}

impl Resolve for CheckedNames {
    fn resolve(&self, name: Name) -> Resolving {
        let (found, reach) = (self.names.addresses(name.as_str()), self.reach);
        Box::pin(async move {
            let addresses = found.await.map_err(Unresolved::NotFound)?;
            check_resolved(&addresses, reach).map_err(Unresolved::Refused)?;
            // port 0: the client puts the URL's in its place
            let addresses = addresses.into_iter().map(|address| SocketAddr::new(address, 0));
            Ok(Box::new(addresses) as Addrs)
        })
    }
}
