//! Where lists of revoked certificates come from.

use checked_http::{CheckedClient, Settings, SetupError};
use std::{future::Future, pin::Pin, sync::Arc};
use url::Url;

/// Largest list; that of the Peppol access points has some hundred kilobytes.
const LARGEST: usize = 16 * 1024 * 1024;

/// A list that cannot be had now, and why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoList(pub String);

/// Loads lists of revoked certificates. The addresses stand in certificates whose issuer is trusted.
pub trait RevocationLists: Send + Sync {
    /// The list at an address: DER.
    fn load<'a>(
        &'a self,
        url: &'a str,
    ) -> Pin<Box<dyn Future<Output = Result<Vec<u8>, NoList>> + Send + 'a>>;
}

/// Which lists are asked whether a certificate is revoked.
#[derive(Clone)]
pub enum Revocation {
    /// Those that certificates name.
    Named(Arc<dyn RevocationLists>),
    /// These (DER), whatever certificates name.
    Known(Vec<Vec<u8>>),
    /// None, and none is missed: for tests and closed networks alone.
    Unasked,
}

/// The lists that are published at http addresses.
#[derive(Debug, Clone)]
pub struct PublishedLists(CheckedClient);

impl PublishedLists {
    /// Lists that are fetched with a client of these settings.
    ///
    /// # Errors
    /// [`SetupError`].
    pub fn new(http: Settings) -> Result<Self, SetupError> {
        CheckedClient::new(http).map(Self)
    }
}

impl RevocationLists for PublishedLists {
    fn load<'a>(
        &'a self,
        url: &'a str,
    ) -> Pin<Box<dyn Future<Output = Result<Vec<u8>, NoList>> + Send + 'a>> {
        Box::pin(async move {
            let address = Url::parse(url).ok();
            let address = address.filter(|one| matches!(one.scheme(), "http" | "https"));
            let address = address.ok_or_else(|| NoList("it is no http address".to_owned()))?;
            let answer = self.0.get(&address, LARGEST).await;
            match answer.map_err(|why| NoList(why.to_string()))? {
                answer if answer.status == 200 => Ok(answer.body),
                answer => Err(NoList(format!("HTTP {}", answer.status))),
            }
        })
    }
}
