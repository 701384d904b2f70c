//! The client.

use crate::{Answer, Failure, Settings, SetupError, beginning, check_host};
use network_addresses::AddressPolicy;
use reqwest::{Client, RequestBuilder, Url};
use std::time::Duration;

/// Calls checked addresses and reads bounded answers. It is cheap to clone; clones share connections.
///
/// A kept connection goes to an address that was checked when it was opened. The name is not resolved again for it.
#[derive(Debug, Clone)]
pub struct CheckedClient {
    http: Client,
    reach: AddressPolicy,
    timeout: Duration,
}

impl CheckedClient {
    /// A client with its own connections.
    ///
    /// # Errors
    /// [`SetupError`].
    pub fn new(settings: Settings) -> Result<Self, SetupError> {
        let (reach, timeout) = (settings.reach, settings.timeout);
        let http = settings.builder()?.build().map_err(SetupError::Tls)?;
        Ok(Self { http, reach, timeout })
    }

    /// Sends a GET. Fails if the body has `most` bytes or more.
    ///
    /// # Errors
    /// [`Failure`].
    pub async fn get(&self, url: &Url, most: usize) -> Result<Answer, Failure> {
        self.call(url, most, self.http.get(url.clone())).await
    }

    /// Sends a GET with headers, which are pairs of name and value.
    ///
    /// # Errors
    /// [`Failure`].
    pub async fn get_with(
        &self,
        url: &Url,
        headers: &[(&str, &str)],
        most: usize,
    ) -> Result<Answer, Failure> {
        self.call(url, most, with(self.http.get(url.clone()), headers)).await
    }

    /// Sends a POST. Fails if the body of the answer has `most` bytes or more. Headers are pairs of name and value.
    ///
    /// # Errors
    /// [`Failure`].
    pub async fn post(
        &self,
        url: &Url,
        headers: &[(&str, &str)],
        body: Vec<u8>,
        most: usize,
    ) -> Result<Answer, Failure> {
        self.call(url, most, with(self.http.post(url.clone()), headers).body(body)).await
    }

    /// Sends a PUT, like [`Self::post`].
    ///
    /// # Errors
    /// [`Failure`].
    pub async fn put(
        &self,
        url: &Url,
        headers: &[(&str, &str)],
        body: Vec<u8>,
        most: usize,
    ) -> Result<Answer, Failure> {
        self.call(url, most, with(self.http.put(url.clone()), headers).body(body)).await
    }

    /// Sends a DELETE.
    ///
    /// # Errors
    /// [`Failure`].
    pub async fn delete(&self, url: &Url, most: usize) -> Result<Answer, Failure> {
        self.call(url, most, self.http.delete(url.clone())).await
    }

    async fn call(
        &self,
        url: &Url,
        most: usize,
        request: RequestBuilder,
    ) -> Result<Answer, Failure> {
        check_host(url, self.reach).map_err(Failure::AddressRefused)?;
        let answer = tokio::time::timeout(self.timeout, answer(request, most)).await;
        match answer.map_err(|_| Failure::TimedOut)? {
            Ok(Some(answer)) => Ok(answer),
            Ok(None) => Err(Failure::TooLarge(most)),
            Err(error) => Err(Failure::of(&error)),
        }
    }
}

fn with(request: RequestBuilder, headers: &[(&str, &str)]) -> RequestBuilder {
    headers.iter().fold(request, |request, (name, value)| request.header(*name, *value))
}

/// The answer, unless it is larger.
async fn answer(request: RequestBuilder, most: usize) -> Result<Option<Answer>, reqwest::Error> {
    let response = request.send().await?;
    let status = response.status().as_u16();
    let (body, is_whole) = beginning(response, most).await?;
    Ok(is_whole.then_some(Answer { status, body }))
}
