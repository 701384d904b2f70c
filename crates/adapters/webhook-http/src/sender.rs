//! One attempt.

use crate::names::CheckedNames;
use crate::{Names, SystemNames, answer, failure};
use reqwest::{Certificate, Client, redirect, retry};
use std::{sync::Arc, time::Duration};
use webhooks::{AddressPolicy, EndpointUrl, HEADER_ID, Outcome, Sender, SignedRequest, TIMEOUT};

/// Connections to one host that wait for its next delivery, and for how long. Many endpoints may be at one
/// host: with fewer, each of their deliveries would make a connection of its own. No more are open than
/// deliveries were under way at once.
const IDLE_CONNECTIONS: usize = 256;
const IDLE: Duration = Duration::from_secs(30);

/// What a sender may do.
#[derive(Clone)]
pub struct Settings {
    /// Where deliveries may go.
    pub reach: AddressPolicy,
    /// The longest attempt, from the look-up to the end of the answer.
    pub timeout: Duration,
    /// Certificate authorities (PEM) that are trusted beside the machine's own.
    pub extra_roots: Vec<u8>,
    /// What looks names up. The sender checks what it gives.
    pub names: Arc<dyn Names>,
}

impl Settings {
    /// [`webhooks::TIMEOUT`], the machine's own certificate authorities and resolver.
    #[must_use]
    pub fn new(reach: AddressPolicy) -> Self {
        let timeout = TIMEOUT.unsigned_abs();
        Self { reach, timeout, extra_roots: Vec::new(), names: Arc::new(SystemNames) }
    }
}

/// Why no sender can be made.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// The machine has no certificate authorities, say.
    #[error("TLS for webhooks cannot be set up")]
    Tls(#[source] reqwest::Error),
    /// [`Settings::extra_roots`] hold no certificate.
    #[error("the extra certificate authorities for webhooks are not PEM")]
    Roots,
}

/// Sends over HTTP/1.1, and keeps connections for the next delivery to the same host and port.
///
/// A kept connection goes to an address that was checked when it was made, by the same
/// [`AddressPolicy`]; the name is not looked up again for it.
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
        // once a process; a second call changes nothing
        let _ = rustls::crypto::ring::default_provider().install_default();
        let Settings { reach, timeout, extra_roots, names } = settings;
        let roots = Certificate::from_pem_bundle(&extra_roots).map_err(|_| SetupError::Roots)?;
        if roots.is_empty() && !extra_roots.is_empty() {
            return Err(SetupError::Roots);
        }
        // what other crates of a build may switch on by features is switched off here by name
        let http = Client::builder()
            .dns_resolver(Arc::new(CheckedNames { names, reach }))
            .no_proxy()
            .redirect(redirect::Policy::none())
            .retry(retry::never())
            .referer(false)
            .no_gzip()
            .no_brotli()
            .no_zstd()
            .no_deflate()
            .http1_only()
            .http1_title_case_headers()
            .tls_certs_merge(roots)
            // shared among a host's addresses: one that is silent leaves time for the next
            .connect_timeout(timeout)
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

/// What is wrong with a URL before any look-up. The client asks no resolver about an address.
fn fault(url: &EndpointUrl, reach: AddressPolicy) -> Option<Outcome> {
    if let Some(Err(fault)) = url.address().map(|it| webhooks::check_address(it, reach)) {
        return Some(Outcome::AddressRefused(fault));
    }
    // kept in other days: plain http only where it could be registered today
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
                let outcome = failure::outcome(&error);
                tracing::debug!(
                    delivery.id = delivery(request),
                    outcome = outcome.code(),
                    error = reason(&error),
                    "a webhook was not answered"
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

fn reason(error: &reqwest::Error) -> String {
    let causes = failure::Causes(Some(error)).map(ToString::to_string);
    causes.collect::<Vec<_>>().join(": ")
}
