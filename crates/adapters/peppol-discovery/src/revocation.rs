//! Whether certificates are revoked: the lists that their authorities publish.

use crate::cache::Cache;
use checked_http::{CheckedClient, Settings, SetupError};
use peppol_messages::trust::{Authorities, Certificate, Untrusted, verdict_of_lists};
use std::{
    future::Future,
    pin::Pin,
    slice,
    sync::Arc,
    time::{Duration, Instant},
};
use time::OffsetDateTime;
use url::Url;

/// Largest list: some ten thousand certificates.
const LARGEST: usize = 8 * 1024 * 1024;
const MOST_KEPT: usize = 32;
const MOST_KEPT_BYTES: usize = 32 * 1024 * 1024;

/// What asking gives in the end: lists in DER.
pub type Lists<'a> = Pin<Box<dyn Future<Output = Result<Vec<Vec<u8>>, NoLists>> + Send + 'a>>;

/// Why there are no lists, for an operator.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NoLists(pub String);

/// Whether a certificate is revoked at an instant. Its chain is right.
#[derive(Debug, Clone, Copy)]
pub struct RevocationQuestion<'a> {
    /// The certificate.
    pub certificate: &'a Certificate,
    /// The authorities of its role.
    pub role: &'a Authorities,
    /// The instant.
    pub at: OffsetDateTime,
}

impl RevocationQuestion<'_> {
    /// What lists say, each asked by itself: revoked is who is on one of them. One that is no list, not the
    /// issuer's, or past its date says nothing.
    ///
    /// # Errors
    /// [`Untrusted`].
    pub fn verdict(&self, lists: &[Vec<u8>]) -> Result<(), Untrusted> {
        verdict_of_lists(lists.iter().map(|list| self.verdict_of(list)))
    }

    fn verdict_of(&self, list: &Vec<u8>) -> Result<(), Untrusted> {
        self.role.check_with_lists(self.certificate, self.at, slice::from_ref(list))
    }

    fn is_answered_by(&self, list: &Vec<u8>) -> bool {
        matches!(self.verdict_of(list), Ok(()) | Err(Untrusted::Revoked))
    }
}

/// Has the lists of revoked certificates that speak of a certificate.
pub trait RevocationLists: Send + Sync {
    /// The lists (DER); their signatures and dates are checked by who asks. As the certificate's chain is right, an
    /// address in it may be called.
    fn lists<'a>(&'a self, question: &'a RevocationQuestion<'a>) -> Lists<'a>;
}

/// The same lists for all certificates: those of files, say.
#[derive(Debug, Clone, Default)]
pub struct KnownLists(pub Vec<Vec<u8>>);

impl RevocationLists for KnownLists {
    fn lists<'a>(&'a self, _: &'a RevocationQuestion<'a>) -> Lists<'a> {
        Box::pin(async { Ok(self.0.clone()) })
    }
}

/// The lists that certificates name, fetched over HTTP and kept for a while. Where a new one cannot be had the one
/// before is used; one that is past its own date is refused by who asks.
pub struct PublishedLists {
    client: CheckedClient,
    cache: Cache,
}

impl PublishedLists {
    /// How long a list is kept unless somebody says otherwise.
    pub const KEEP: Duration = Duration::from_secs(60 * 60);

    /// Lists that are fetched with a client of these settings.
    ///
    /// # Errors
    /// [`SetupError`].
    pub fn new(http: Settings, keep: Duration) -> Result<Self, SetupError> {
        let cache = Cache::new(keep, MOST_KEPT, MOST_KEPT_BYTES);
        Ok(Self { client: CheckedClient::new(http)?, cache })
    }

    /// A list that answers a question: the one that is kept, or a new one. Only such a one is kept: anybody may
    /// answer with something else, over http.
    async fn list(
        &self,
        url: &str,
        question: &RevocationQuestion<'_>,
    ) -> Result<Arc<Vec<u8>>, NoLists> {
        let kept = self.cache.fresh(url, Instant::now());
        if let Some(list) = kept.filter(|list| question.is_answered_by(list)) {
            return Ok(list);
        }
        let list = Arc::new(self.fetch(url).await?);
        if !question.is_answered_by(&list) {
            return Err(NoLists(format!("{url}: it is no valid list of the certificate's issuer")));
        }
        self.cache.put(url, list.clone(), Instant::now());
        Ok(list)
    }

    async fn fetch(&self, url: &str) -> Result<Vec<u8>, NoLists> {
        let no = |why: &dyn std::fmt::Display| NoLists(format!("{url}: {why}"));
        let address = Url::parse(url).ok();
        let address = address.filter(|one| matches!(one.scheme(), "http" | "https"));
        let address = address.ok_or_else(|| no(&"it is no http address"))?;
        let answer = self.client.get(&address, LARGEST).await.map_err(|why| no(&why))?;
        if answer.status == 200 {
            Ok(answer.body)
        } else {
            Err(no(&format!("HTTP {}", answer.status)))
        }
    }
}

impl RevocationLists for PublishedLists {
    /// The first list that answers, of those that the certificate names: else one that was had before.
    fn lists<'a>(&'a self, question: &'a RevocationQuestion<'a>) -> Lists<'a> {
        Box::pin(async move {
            let urls = &question.certificate.revocation_lists;
            let mut last = NoLists("the certificate names no list".to_owned());
            for url in urls {
                match self.list(url, question).await {
                    Ok(list) => return Ok(vec![list.to_vec()]),
                    Err(why) => last = why,
                }
            }
            let mut before = urls.iter().filter_map(|url| self.cache.any(url));
            let before = before.find(|list| question.is_answered_by(list));
            before.map(|list| vec![list.to_vec()]).ok_or(last)
        })
    }
}
