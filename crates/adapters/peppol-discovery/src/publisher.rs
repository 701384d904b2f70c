//! Asks SMPs.

use crate::cache::Cache;
use crate::{Doubt, LookupError, Silence};
use checked_http::{CheckedClient, Failure};
use std::sync::Arc;
use std::time::{Duration, Instant};
use url::Url;

/// Largest answer: a list of all document types of the code list takes 150 KB.
const LARGEST: usize = 1024 * 1024;
const MOST_KEPT: usize = 1_000;
const MOST_KEPT_BYTES: usize = 16 * 1024 * 1024;

pub(crate) struct Publishers {
    client: CheckedClient,
    cache: Cache,
}

/// What stands at an address.
pub(crate) enum Published {
    Document {
        body: Arc<Vec<u8>>,
        /// Whether it was kept from before.
        is_kept: bool,
    },
    /// 404.
    Nothing,
}

impl Publishers {
    pub(crate) fn new(client: CheckedClient, keep: Duration) -> Self {
        Self { client, cache: Cache::new(keep, MOST_KEPT, MOST_KEPT_BYTES) }
    }

    /// Forgets all that was said of a participant, as its part of an address names it.
    pub(crate) fn forget(&self, participant: &str) {
        self.cache.forget(participant);
    }

    /// What stands at an address. Only documents are kept: who registers today must be found today.
    pub(crate) async fn get(&self, url: &str) -> Result<Published, LookupError> {
        if let Some(body) = self.cache.fresh(url, Instant::now()) {
            return Ok(Published::Document { body, is_kept: true });
        }
        let address = Url::parse(url).ok().filter(|address| address.scheme() == "https");
        let address =
            address.ok_or_else(|| LookupError::Untrusted(Doubt::Record(url.to_owned())))?;
        let answer = self.client.get(&address, LARGEST).await.map_err(|why| failed(url, why))?;
        match answer.status {
            200 => {
                let body = Arc::new(answer.body);
                self.cache.put(url, body.clone(), Instant::now());
                Ok(Published::Document { body, is_kept: false })
            }
            404 => Ok(Published::Nothing),
            300..400 => Err(LookupError::Untrusted(Doubt::HttpRedirect(url.to_owned()))),
            status => {
                Err(LookupError::Unreachable(Silence::Status { url: url.to_owned(), status }))
            }
        }
    }
}

fn failed(url: &str, why: Failure) -> LookupError {
    let url = url.to_owned();
    match why {
        Failure::TooLarge(_) => LookupError::Untrusted(Doubt::Size { url, why }),
        Failure::AddressRefused(_) => LookupError::Untrusted(Doubt::Address { url, why }),
        _ => LookupError::Unreachable(Silence::Http { url, why }),
    }
}
