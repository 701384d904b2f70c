//! Has the Peppol Directory (1.1.1) fetch business cards: its indexer is called with the SMP's certificate, and fetches
//! the cards from the SMP by itself.
//!
//! | to | begin with |
//! |---|---|
//! | have it fetch a card, or remove one | [`IndexerClient`], which serves [`CardDirectory`] |
#![warn(missing_docs)]

use checked_http::{Answer, CheckedClient, Failure, Settings};
use peppol_connector::identifiers::ParticipantId;
use peppol_messages::{Identifier, discovery::percent_encoded};
use peppol_publishing::{CardDirectory, CardDirectoryError};
use url::Url;

/// Largest answer that is read.
const LARGEST: usize = 64 * 1024;
/// The interface of the indexer.
const INDEXER: &str = "indexer/1.0/";

/// Why there is no client.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// TLS, or the certificate with its key.
    #[error("calls to the Peppol Directory cannot be set up")]
    Http(#[from] checked_http::SetupError),
    /// The address.
    #[error("the address of the Peppol Directory must be an https URL that ends with /: {0}")]
    Address(String),
}

/// A client of the indexer. Cheap to clone; clones share connections.
#[derive(Debug, Clone)]
pub struct IndexerClient {
    http: CheckedClient,
    indexer: Url,
}

impl IndexerClient {
    /// A client for the directory at an address, as `https://directory.peppol.eu/`; `identity` of the settings is the
    /// SMP's certificate with its key.
    ///
    /// # Errors
    /// [`SetupError`].
    pub fn new(address: &str, http: Settings) -> Result<Self, SetupError> {
        let url = Url::parse(address).ok();
        let url = url.filter(|url| url.scheme() == "https" && url.path().ends_with('/'));
        let indexer = url.and_then(|url| url.join(INDEXER).ok());
        let indexer = indexer.ok_or_else(|| SetupError::Address(address.to_owned()))?;
        Ok(Self { http: CheckedClient::new(http)?, indexer })
    }
}

impl CardDirectory for IndexerClient {
    async fn announce(&self, participant: &ParticipantId) -> Result<(), CardDirectoryError> {
        let headers = [("Content-Type", "text/plain; charset=utf-8")];
        let body = identifier(participant).into_bytes();
        check_status(self.http.put(&self.indexer, &headers, body, LARGEST).await, false)
    }

    async fn withdraw(&self, participant: &ParticipantId) -> Result<(), CardDirectoryError> {
        let segment = percent_encoded(&identifier(participant));
        let url = self.indexer.join(&segment);
        let url = url.map_err(|error| CardDirectoryError::Unavailable(error.into()))?;
        check_status(self.http.delete(&url, LARGEST).await, true)
    }
}

fn identifier(participant: &ParticipantId) -> String {
    Identifier::participant(&participant.canonical()).to_string()
}

/// What it does not know it cannot forget: that is as good.
fn check_status(
    answer: Result<Answer, Failure>,
    may_be_unknown: bool,
) -> Result<(), CardDirectoryError> {
    match answer.map_err(|failure| CardDirectoryError::Unavailable(failure.into()))?.status {
        200..300 => Ok(()),
        404 if may_be_unknown => Ok(()),
        403 => Err(CardDirectoryError::Forbidden),
        status => Err(CardDirectoryError::Refused(status)),
    }
}
