//! HTTP to hosts that others name, by the bounds of `checked-http`; a failure says whether anything went out before it.

use checked_http::{Settings, SetupError, beginning, check_host};
use network_addresses::AddressPolicy;
use peppol_connector::ports::Cause;
use reqwest::{Client, Response, Url, header::CONTENT_TYPE};
use std::{net::IpAddr, time::Duration};

/// The time of a connection to come about.
const CONNECT: Duration = Duration::from_secs(10);
/// For how long a connection waits for the next message. Short, because a message that is sent into a
/// connection that the other side just closed is in doubt.
const IDLE: Duration = Duration::from_secs(10);

/// What was answered.
pub(crate) struct HttpAnswer {
    pub(crate) status: u16,
    pub(crate) content_type: String,
    pub(crate) body: Vec<u8>,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum HttpFault {
    /// Nothing went out.
    #[error("no connection: {0}")]
    NotSent(Cause),
    /// Something went out, and no whole answer came back.
    #[error("the exchange broke off: {0}")]
    BrokenOff(Cause),
}

/// An address that nothing is sent to.
#[derive(Debug, thiserror::Error)]
enum BadUrl {
    #[error("the address is no URL of https")]
    NotHttps,
    #[error("the address holds a user name")]
    UserInfo,
}

/// An answer that is too large.
#[derive(Debug, thiserror::Error)]
#[error("the answer has more than {0} bytes")]
struct TooLarge(usize);

/// An HTTP client.
#[derive(Debug, Clone)]
pub struct Http {
    client: Client,
    reach: AddressPolicy,
    timeout: Duration,
}

impl Http {
    /// A client with its own connections.
    ///
    /// # Errors
    /// [`SetupError`].
    pub fn new(settings: Settings) -> Result<Self, SetupError> {
        let (reach, timeout) = (settings.reach, settings.timeout);
        let builder = settings.builder()?.connect_timeout(CONNECT).pool_idle_timeout(IDLE);
        let client = builder.build().map_err(SetupError::Tls)?;
        Ok(Self { client, reach, timeout })
    }

    /// Posts a message, over https, or in clear to this machine where that is allowed.
    pub(crate) async fn post(
        &self,
        url: &str,
        content_type: &str,
        body: Vec<u8>,
        most: usize,
    ) -> Result<HttpAnswer, HttpFault> {
        let url = self.checked(url).map_err(HttpFault::NotSent)?;
        let post = self.client.post(url).header(CONTENT_TYPE, content_type).body(body);
        self.exchange(post, most).await
    }

    async fn exchange(
        &self,
        request: reqwest::RequestBuilder,
        most: usize,
    ) -> Result<HttpAnswer, HttpFault> {
        let exchange = async { read(request.send().await.map_err(fault)?, most).await };
        let late = |error: tokio::time::error::Elapsed| HttpFault::BrokenOff(error.into());
        tokio::time::timeout(self.timeout, exchange).await.map_err(late)?
    }

    fn checked(&self, text: &str) -> Result<Url, Cause> {
        let url = Url::parse(text)?;
        check_host(&url, self.reach)?;
        let is_own = self.reach == AddressPolicy::AndLoopback && is_loopback(&url);
        match url.scheme() {
            "https" => {}
            "http" if is_own => {}
            _ => return Err(BadUrl::NotHttps.into()),
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(BadUrl::UserInfo.into());
        }
        Ok(url)
    }
}

/// Whether a URL names this machine by its address.
fn is_loopback(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
}

fn fault(error: reqwest::Error) -> HttpFault {
    // the address may hold what is not for the log
    let error = error.without_url();
    if error.is_connect() || error.is_builder() {
        HttpFault::NotSent(error.into())
    } else {
        HttpFault::BrokenOff(error.into())
    }
}

async fn read(response: Response, most: usize) -> Result<HttpAnswer, HttpFault> {
    let status = response.status().as_u16();
    let content_type = response.headers().get(CONTENT_TYPE).and_then(|text| text.to_str().ok());
    let content_type = content_type.unwrap_or_default().to_owned();
    match beginning(response, most).await.map_err(fault)? {
        (body, true) => Ok(HttpAnswer { status, content_type, body }),
        (_, false) => Err(HttpFault::BrokenOff(TooLarge(most).into())),
    }
}
