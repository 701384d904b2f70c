//! Where lists of revoked certificates come from.

use crate::http::Http;
use peppol_connector::Cause;
use std::{future::Future, pin::Pin};

/// Largest list; that of the Peppol access points has some hundred kilobytes.
const LARGEST: usize = 16 * 1024 * 1024;

/// A list that is not to be had now.
#[derive(Debug, thiserror::Error)]
#[error("the list of revoked certificates cannot be loaded")]
pub struct NoList(#[source] pub Cause);

/// Loads lists of revoked certificates. The addresses stand in certificates whose issuer is trusted.
pub trait RevocationLists: Send + Sync {
    /// The list at an address: DER.
    fn load<'a>(
        &'a self,
        url: &'a str,
    ) -> Pin<Box<dyn Future<Output = Result<Vec<u8>, NoList>> + Send + 'a>>;
}

/// Another answer than the list.
#[derive(Debug, thiserror::Error)]
#[error("it was answered with HTTP status {0}")]
struct Status(u16);

impl RevocationLists for Http {
    fn load<'a>(
        &'a self,
        url: &'a str,
    ) -> Pin<Box<dyn Future<Output = Result<Vec<u8>, NoList>> + Send + 'a>> {
        Box::pin(async move {
            let answer = self.get(url, LARGEST).await.map_err(|fault| NoList(fault.into()))?;
            match answer.status {
                200 => Ok(answer.body),
                status => Err(NoList(Status(status).into())),
            }
        })
    }
}
