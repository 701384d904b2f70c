//! One attempt at a delivery.

use crate::{answer, failure};
use checked_http::{Failure, Names, SetupError, SystemNames};
use reqwest::Client;
use std::{error::Error, sync::Arc, time::Duration};
use webhooks::{
    deliveries::{Outcome, TIMEOUT},
    endpoints::{AddressPolicy, EndpointUrl},
    ports::Sender,
    signing::{HEADER_ID, SignedRequest},
};

/// Connections to one host that wait for its next delivery, and for how long. Many endpoints may be at one
/// host: with fewer, each of their deliveries would make a connection of its own. No more are open than
/// deliveries were under way at once.
const IDLE_CONNECTIONS: usize = 256;
const IDLE: Duration = Duration::from_secs(30);

/// The limits of a sender.
#[derive(Clone)]
pub struct Settings {
    /// The addresses that deliveries may go to.
    pub reach: AddressPolicy,
    /// The longest attempt, from the look-up to the end of the answer.
    pub timeout: Duration,
    /// Certificate authorities (PEM) that are trusted in addition to those of the machine.
    pub extra_roots: Vec<u8>,
    /// The resolver. The sender checks its results.
    pub names: Arc<dyn Names>,
}

impl Settings {
    /// [`webhooks::deliveries::TIMEOUT`], the machine's own certificate authorities and resolver.
    #[must_use]
    pub fn new(reach: AddressPolicy) -> Self {
        let timeout = TIMEOUT.unsigned_abs();
        Self { reach, timeout, extra_roots: Vec::new(), names: Arc::new(SystemNames) }
    }
}

/// Sends over HTTP/1.1, and keeps connections for the next delivery to the same host and port.
///
/// A kept connection goes to an address that was checked when it was opened, by the same [`AddressPolicy`]. The name
/// is not resolved again for it.
#[derive(Debug, Clone)]
pub struct HttpSender {
    http: Client,
    reach: AddressPolicy,
    timeout: Duration,
}

impl HttpSender {
    /// A sender with its own connections.
    ///
    /// # Errors
    /// [`SetupError`].
    pub fn new(settings: Settings) -> Result<Self, SetupError> {
        let (reach, timeout) = (settings.reach, settings.timeout);
        let Settings { extra_roots, names, .. } = settings;
        let checked = checked_http::Settings {
            extra_roots,
            names,
            ..checked_http::Settings::new(reach, timeout)
        };
        let http = checked
            .builder()?
            .http1_title_case_headers()
            .pool_max_idle_per_host(IDLE_CONNECTIONS)
            .pool_idle_timeout(IDLE)
            .build()
            .map_err(SetupError::Tls)?;
        Ok(Self { http, reach, timeout })
    }

    async fn attempt(&self, request: &SignedRequest) -> Result<Outcome, reqwest::Error> {
        let mut post = self.http.post(request.url.as_str());
        for (name, value) in &request.headers {
            post = post.header(*name, value);
        }
        answer::read(post.body(request.body.as_str().to_owned()).send().await?).await
    }
}

/// The failure of a URL that is refused before any lookup. The client does not resolve IP addresses.
fn fault(url: &EndpointUrl, reach: AddressPolicy) -> Option<Outcome> {
    if let Some(Err(fault)) = url.address().map(|it| webhooks::endpoints::check_address(it, reach))
    {
        return Some(Outcome::AddressRefused(fault));
    }
    // stored under earlier rules: plain http is only used where it could be registered today
    let plain = !url.as_str().get(..6).is_some_and(|it| it.eq_ignore_ascii_case("https:"));
    (plain && EndpointUrl::parse(url.as_str(), reach).is_err()).then_some(Outcome::TlsFailed)
}

impl Sender for HttpSender {
    async fn send(&self, request: &SignedRequest) -> Outcome {
        if let Some(fault) = fault(&request.url, self.reach) {
            return fault;
        }
        match tokio::time::timeout(self.timeout, self.attempt(request)).await {
            Ok(Ok(outcome)) => outcome,
            Ok(Err(error)) => {
                // the URL may hold its owner's secrets
                let error = error.without_url();
                let outcome = failure::outcome(&Failure::of(&error));
                tracing::debug!(
                    delivery.id = delivery(request),
                    outcome = outcome.code(),
                    error = reason(&error),
                    "webhook attempt got no answer"
                );
                outcome
            }
            Err(_) => Outcome::TimedOut,
        }
    }
}

fn delivery(request: &SignedRequest) -> &str {
    let id = request.headers.iter().find(|(name, _)| *name == HEADER_ID);
    id.map_or("", |(_, value)| value)
}

/// The error and its causes.
fn reason(error: &(dyn Error + 'static)) -> String {
    let causes = std::iter::successors(Some(error), |&error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}
