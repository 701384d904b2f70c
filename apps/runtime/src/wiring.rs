//! How the parts are put together: the one place that knows which adapter serves which port.

use crate::{
    Notifier, ThroughputEstimate,
    as4::As4Endpoint,
    certificates::{self, OwnCertificate},
    clock::Clock,
    config::{Config, LiveNetwork, TestNetwork},
    gate::{Gate, LARGE_AT_ONCE},
    gauges::Gauges,
    intake::Intake,
    networks::{Adapters, Networks},
    password_hasher::BoundedPasswords,
    pdfs::Pdfs,
    peppol::{self, PeppolError},
    public_links::PublicLinks,
    rates::CentralBankRates,
    secrets_key::{self, SecretsKey, SecretsKeyError},
    smp::{self, Smp},
    strangers::Strangers,
    verification::TaxAuthority,
};
use client_documents::HttpDocuments;
use mail::Mail;
use oauth::tokens::RefreshChain;
use peppol_connector::identifiers::Network;
use persistence::StoreError;
use sandbox_network::SandboxNetwork;
use std::{net::IpAddr, sync::Arc};
use store::{Store, StoreOptions};
use token_signer::Es256;
use url::{Host, Url};
use use_cases::{RateLookup, oauth::Signing};
use webhook_http::HttpSender;
use webhooks::endpoints::AddressPolicy;

/// What requests and workers share: the ports, each with the adapter that serves it here.
pub struct App {
    /// The database.
    pub store: Store,
    /// The time.
    pub clock: Clock,
    /// The settings.
    pub config: Config,
    /// Where documents are inspected.
    pub intake: Intake,
    /// The networks that documents are sent over.
    pub networks: Networks,
    /// Where other access points send to.
    pub as4: As4Endpoint,
    /// What says where our participants receive.
    pub smp: Smp,
    /// Counts who asks it.
    pub smp_callers: Strangers,
    /// Our certificates, which expire.
    pub certificates: Vec<OwnCertificate>,
    /// Who confirms live enrollments.
    pub authority: TaxAuthority,
    /// Who sends mail.
    pub mailer: Mail,
    /// Notifies the workers of this process.
    pub notifier: Notifier,
    /// Sends webhooks.
    pub webhooks: HttpSender,
    /// Encrypts secrets at rest. Without one no webhook can be registered.
    pub secrets_key: Option<SecretsKey>,
    /// Public links to invoices; none without a secrets key.
    pub links: Option<PublicLinks>,
    /// Counts calls with unknown keys.
    pub strangers: Strangers,
    /// Room for large bodies of requests, until these are answered.
    pub bodies: Gate,
    /// Kilobytes of documents that are on their way at the same time.
    pub in_flight: Gate,
    /// Makes PDFs.
    pub pdfs: Arc<Pdfs>,
    /// How long sends take.
    pub throughput: ThroughputEstimate,
    /// What stands still in the database, for metrics.
    pub gauges: Gauges,
    /// Central bank rates.
    pub rates: RateLookup<CentralBankRates>,
    /// Signs tokens of OAuth.
    pub signing: Signing<Es256>,
    /// How refresh tokens follow on each other, where lost answers are given again.
    pub refresh_chain: Option<RefreshChain>,
    /// Hashes passwords.
    pub passwords: BoundedPasswords,
    /// Reads documents of unregistered clients.
    pub client_documents: HttpDocuments,
}

/// Of what waits for room: the slots of the workers bound it.
const ANY_NUMBER: u32 = u32::MAX;

/// The service cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// No usable database.
    #[error("the database cannot be used")]
    Store(#[from] StoreError),
    /// A set clock on real data.
    #[error(
        "BILLHOOK_CLOCK is refused: the database holds a live key (BILLHOOK_CLOCK_FORCE=true \
         allows it)"
    )]
    ClockOnLiveData,
    /// Mail cannot be sent from here.
    #[error("BILLHOOK_MAIL_URL cannot be used")]
    Mail(#[from] mail::SetupError),
    /// The access point cannot be set up.
    #[error(transparent)]
    Peppol(#[from] PeppolError),
    /// The key of the secrets cannot be had.
    #[error(transparent)]
    SecretsKey(#[from] SecretsKeyError),
    /// Cookies and tokens would go over the network in clear.
    #[error(
        "BILLHOOK_BASE_URL is refused: it must be https, except on this machine (http://127.0.0.1, \
         http://localhost)"
    )]
    PlainHttp,
    /// Passwords cannot be hashed.
    #[error(transparent)]
    Passwords(#[from] sign_in::HashError),
    /// The HTTP client cannot be made.
    #[error("the HTTP client cannot be made")]
    Client(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// Opens the database as configured; migrates it unless configured otherwise.
///
/// # Errors
/// [`StartError::Store`].
pub async fn open_store(config: &Config, migrate: bool) -> Result<Store, StartError> {
    let pool = config.database_pool;
    let secrets_key = load_secrets_key(config)?.map(|key| store::SecretsKey::new(key.bytes()));
    let options = StoreOptions {
        connections: pool,
        readers: pool.min(8),
        secrets_key,
        ..StoreOptions::default()
    };
    let store = Store::open(&config.database_url, options).await?;
    if migrate {
        store.migrate().await?;
    }
    Ok(store)
}

/// Puts the application together.
///
/// # Errors
/// See [`StartError`].
pub async fn wire(config: Config) -> Result<Arc<App>, StartError> {
    // for every HTTPS client of the process; a second call changes nothing
    let _ = rustls::crypto::ring::default_provider().install_default();
    check_base_url(&config.base_url)?;
    let store = open_store(&config, config.migrate).await?;
    let clock = clock(&config, &store).await?;
    let secrets_key = load_secrets_key(&config)?;
    if secrets_key.is_none() {
        tracing::warn!("BILLHOOK_SECRETS_KEY is not set: no webhook can be registered or sent");
    }
    let source = CentralBankRates::new(&config).map_err(StartError::Client)?;
    let rates = RateLookup::new(source, config.rate_days_back);
    let webhooks = webhook_sender(&config)?;
    let client_documents = client_documents(&config)?;
    let (networks, as4) = networks(&store, clock, &config)?;
    let notices = config.sk_notice_secrets.as_ref().map(|_| store.clone());
    let mailer = mail::Settings::new(config.mail_url.clone(), config.mail_from.clone());
    let mailer = Mail::new(mailer)?;
    let throughput = ThroughputEstimate::new(config.send_concurrency);
    Ok(Arc::new(App {
        store,
        clock,
        intake: Intake::default(),
        notifier: Notifier::default(),
        webhooks,
        links: secrets_key.as_ref().map(PublicLinks::new),
        refresh_chain: refresh_chain(&config, secrets_key.as_ref()),
        secrets_key,
        networks,
        as4,
        smp: smp(&config, clock)?,
        smp_callers: Strangers::new(config.smp_rate_per_minute),
        certificates: certificates::all(&config)?,
        authority: TaxAuthority::new(config.live_network, notices),
        mailer,
        strangers: Strangers::new(config.unknown_key_rate_per_minute),
        bodies: Gate::new(LARGE_AT_ONCE, 0),
        in_flight: Gate::new(config.send_megabytes.saturating_mul(1024), ANY_NUMBER),
        pdfs: Arc::default(),
        throughput,
        gauges: Gauges::default(),
        rates,
        signing: Signing::default(),
        passwords: BoundedPasswords::new()?,
        client_documents,
        config,
    }))
}

/// None where a refresh token that is used twice ends its connection at once.
fn refresh_chain(config: &Config, secrets_key: Option<&SecretsKey>) -> Option<RefreshChain> {
    let seconds = i64::try_from(config.oauth_refresh_grace_seconds).unwrap_or_default();
    let grace = time::Duration::seconds(seconds);
    let key = secrets_key.filter(|_| grace.is_positive())?;
    Some(RefreshChain::new(&key.bytes(), grace))
}

/// People sign in at this address, and it issues tokens: plain http stays on this machine. An address
/// that stands for all of the machine's (0.0.0.0) is where a server listens that nobody gave a name yet.
fn check_base_url(base_url: &str) -> Result<(), StartError> {
    let here = |ip: IpAddr| ip.is_loopback() || ip.is_unspecified();
    let url = Url::parse(base_url).map_err(|_| StartError::PlainHttp)?;
    let is_local = match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(ip)) => here(ip.into()),
        Some(Host::Ipv6(ip)) => here(ip.into()),
        None => false,
    };
    let is_allowed = url.scheme() == "https" || (url.scheme() == "http" && is_local);
    is_allowed.then_some(()).ok_or(StartError::PlainHttp)
}

/// Says at a start that mail goes nowhere although live keys may want some sent: a claim is answered
/// `sent`, and its secret link stands in the log.
///
/// # Errors
/// [`StartError::Store`].
pub async fn warn_of_unsent_mail(app: &App) -> Result<(), StartError> {
    use access::AccessStore;
    if app.config.mail_url.is_console() && app.store.has_live_key().await? {
        tracing::warn!(
            "BILLHOOK_MAIL_URL=console although there are live keys: no mail is sent, and the \
             links in it stand in the log"
        );
    }
    Ok(())
}

/// Which adapters serve which network, and what takes messages of others: the access points that there are.
/// The sandbox serves live keys only where it was asked to.
fn networks(
    store: &Store,
    clock: Clock,
    config: &Config,
) -> Result<(Networks, As4Endpoint), StartError> {
    let sandbox = SandboxNetwork::new(store.clone(), move || clock.now());
    let mut receivers = Vec::new();
    let mut peppol = |network| -> Result<Adapters, StartError> {
        let (adapters, receiver) = peppol::open(config, network, clock)?;
        receivers.push(receiver);
        Ok(adapters)
    };
    let live = match config.live_network {
        LiveNetwork::None => None,
        LiveNetwork::Peppol => Some(peppol(Network::Live)?),
        LiveNetwork::Sandbox => {
            tracing::warn!(
                "BILLHOOK_LIVE_NETWORK=sandbox: what live keys send stays in this installation"
            );
            let sandbox = sandbox.clone().serving_live();
            Some(Adapters::new(sandbox.clone(), sandbox).reporting(sandbox_network::reporting()))
        }
    };
    let test = match config.test_network {
        TestNetwork::Peppol => peppol(Network::Test)?,
        TestNetwork::Sandbox => {
            Adapters::new(sandbox.clone(), sandbox).reporting(sandbox_network::reporting())
        }
    };
    Ok((Networks::new(test, live), As4Endpoint::new(receivers)))
}

/// Our SMP in each network that is Peppol's.
fn smp(config: &Config, clock: Clock) -> Result<Smp, StartError> {
    let own: Result<Vec<_>, _> =
        config.peppol_networks().into_iter().map(|one| smp::open(config, one, clock)).collect();
    Ok(Smp::new(own?.into_iter().flatten().collect()))
}

fn load_secrets_key(config: &Config) -> Result<Option<SecretsKey>, SecretsKeyError> {
    secrets_key::load(config.secrets_key.clone(), &config.database_url)
}

/// Where webhooks may go.
#[must_use]
pub const fn webhook_reach(config: &Config) -> AddressPolicy {
    if config.webhook_allow_loopback { AddressPolicy::AndLoopback } else { AddressPolicy::Public }
}

fn webhook_sender(config: &Config) -> Result<HttpSender, StartError> {
    let settings = webhook_http::Settings::new(webhook_reach(config));
    HttpSender::new(settings).map_err(|error| StartError::Client(error.into()))
}

/// Documents of clients are had where webhooks may go.
fn client_documents(config: &Config) -> Result<HttpDocuments, StartError> {
    let settings = checked_http::Settings::new(webhook_reach(config), client_documents::TIMEOUT);
    HttpDocuments::new(settings).map_err(|error| StartError::Client(error.into()))
}

/// The clock that is configured.
///
/// # Errors
/// [`StartError::ClockOnLiveData`].
pub async fn clock(config: &Config, store: &Store) -> Result<Clock, StartError> {
    use access::AccessStore;
    let Some(start) = config.clock else { return Ok(Clock::system()) };
    if !config.clock_force && store.has_live_key().await? {
        return Err(StartError::ClockOnLiveData);
    }
    tracing::warn!(clock = %start, "the clock is set by BILLHOOK_CLOCK: this is no real time");
    Ok(Clock::starting_at(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_http_stays_on_this_machine() {
        for (base_url, allowed) in [
            ("https://billhook.example", true),
            ("http://127.0.0.1:8080", true),
            ("http://[::1]:8080", true),
            ("http://localhost:8080", true),
            ("http://0.0.0.0:8080", true),
            ("http://billhook.example", false),
            ("http://10.0.0.1", false),
            ("ftp://localhost", false),
            ("billhook.example", false),
        ] {
            assert_eq!(check_base_url(base_url).is_ok(), allowed, "{base_url}");
        }
    }
}
