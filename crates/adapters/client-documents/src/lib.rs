//! Client ID Metadata Documents over https. Whoever comes to the authorization endpoint names the address,
//! so it is called as little as can be: checked addresses, no redirects, five seconds, five kilobytes, a few
//! at once.

use checked_http::{CheckedClient, Failure, Settings, SetupError};
use oauth::{ClientDocuments, DocumentError, MAX_CLIENT_DOCUMENT};
use reqwest::Url;
use std::time::Duration;
use tokio::sync::Semaphore;

/// The longest call, from the look-up to the end of the answer.
pub const TIMEOUT: Duration = Duration::from_secs(5);

/// Documents that are asked for at once. Nobody waits: whoever comes later may come again.
const AT_ONCE: usize = 8;

/// Reads documents over https.
#[derive(Debug)]
pub struct HttpDocuments {
    http: CheckedClient,
    room: Semaphore,
}

impl HttpDocuments {
    /// # Errors
    /// [`SetupError`].
    pub fn new(settings: Settings) -> Result<Self, SetupError> {
        Ok(Self { http: CheckedClient::new(settings)?, room: Semaphore::new(AT_ONCE) })
    }
}

fn refused(failure: Failure) -> DocumentError {
    match failure {
        Failure::TooLarge(_) => DocumentError::TooLong,
        failure => DocumentError::Unreachable(failure.into()),
    }
}

impl ClientDocuments for HttpDocuments {
    async fn document(&self, address: &str) -> Result<Vec<u8>, DocumentError> {
        let _pass = self.room.try_acquire().map_err(|_| DocumentError::Busy)?;
        let url = Url::parse(address).map_err(|error| DocumentError::Unreachable(error.into()))?;
        if url.scheme() != "https" {
            return Err(DocumentError::Unreachable("the address is not https".into()));
        }
        let answer = self.http.get(&url, MAX_CLIENT_DOCUMENT + 1).await.map_err(refused)?;
        match answer.status {
            200 => Ok(answer.body),
            status => Err(DocumentError::Status(status)),
        }
    }
}
