//! Assembles the application: the only place that knows which adapter serves which port.

mod parts;
mod start_error;

pub use parts::{check_client_addresses, clock, webhook_reach};
pub use start_error::StartError;

use crate::{
    Notifier, ThroughputEstimate,
    address_limit::AddressLimit,
    as4::As4Endpoint,
    bodies::Bodies,
    certificates::{self, OwnCertificate},
    clock::Clock,
    config::Config,
    gauges::Gauges,
    intake::Intake,
    networks::Networks,
    password_hasher::BoundedPasswords,
    pdfs::Pdfs,
    public_links::PublicLinks,
    rates::CentralBankRates,
    readiness::Readiness,
    room::Room,
    secrets_key::SecretsKey,
    smp::Smp,
    verification::TaxAuthority,
};
use access::OrganizationId;
use accounting_http::HttpPrograms;
use client_documents::HttpDocuments;
use mail::Mail;
use oauth::tokens::RefreshChain;
use parts::{
    check_base_url, check_database, check_refresh_grace, check_secrets, documents_in_flight,
    load_secrets_key, mailer, networks, refresh_chain, smp, webhook_sender,
};
use std::sync::Arc;
use store::{Store, StoreOptions};
use token_signer::Es256;
use use_cases::{invoicing::exchange_rate::RateLookup, people::oauth::Signing};
use webhook_http::HttpSender;

/// The application that requests and workers share: the ports, each with its adapter.
pub struct App {
    /// The database.
    pub store: Store,
    /// The clock.
    pub clock: Clock,
    /// The settings.
    pub config: Config,
    /// The inspection of documents.
    pub intake: Intake,
    /// The networks that documents are sent over.
    pub networks: Networks,
    /// The endpoint of messages from other access points.
    pub as4: As4Endpoint,
    /// The SMP of our participants.
    pub smp: Smp,
    /// The rate limit of callers of the SMP.
    pub smp_callers: AddressLimit,
    /// Our certificates, which are watched for expiry.
    pub certificates: Vec<OwnCertificate>,
    /// Verifies the tokens of live enrollments.
    pub authority: TaxAuthority,
    /// Sends mail.
    pub mailer: Mail,
    /// Notifies the workers of this process.
    pub notifier: Notifier,
    /// Whether the database accepts writes.
    pub readiness: Readiness,
    /// Sends webhooks.
    pub webhooks: HttpSender,
    /// Encrypts secrets at rest. Without it no webhook can be registered.
    pub secrets_key: Option<SecretsKey>,
    /// Public links to invoices; `None` without a secrets key.
    pub links: Option<PublicLinks>,
    /// The rate limit of calls with unknown keys.
    pub unknown_keys: AddressLimit,
    /// Bounds the request bodies in memory, until the requests are answered.
    pub bodies: Bodies,
    /// Bounds the documents that are being sent at the same time: one organization has half of it.
    pub in_flight: Room<OrganizationId>,
    /// Renders PDFs.
    pub pdfs: Arc<Pdfs>,
    /// The estimate of how long sends take.
    pub throughput: ThroughputEstimate,
    /// The cached metrics of the database.
    pub gauges: Gauges,
    /// The central banks' rates.
    pub rates: RateLookup<CentralBankRates>,
    /// Signs OAuth tokens.
    pub signing: Signing<Es256>,
    /// The chain of refresh tokens, when lost answers are repeated.
    pub refresh_chain: Option<RefreshChain>,
    /// Hashes passwords.
    pub passwords: BoundedPasswords,
    /// Fetches the documents of unregistered clients.
    pub client_documents: HttpDocuments,
    /// Calls accounting programs.
    pub programs: HttpPrograms,
}

/// Opens the configured database, and migrates it if `migrate` is set.
///
/// # Errors
/// [`StartError::Store`], [`StartError::ClearTextDatabase`], [`StartError::OtherSecretsKey`].
pub async fn open_store(config: &Config, migrate: bool) -> Result<Store, StartError> {
    let pool = config.database_pool;
    let secrets_key = load_secrets_key(config)?.map(|key| store::SecretsKey::new(key.bytes()));
    let options = StoreOptions {
        connections: pool,
        readers: pool.min(8),
        acquire_timeout: std::time::Duration::from_secs(config.database_wait_seconds.get().into()),
        secrets_key,
        ..StoreOptions::default()
    };
    check_database(config)?;
    let store = Store::open(&config.database_url, options).await?;
    if migrate {
        store.migrate().await?;
    }
    check_secrets(config, &store).await?;
    Ok(store)
}

/// Assembles the application.
///
/// # Errors
/// See [`StartError`].
pub async fn wire(config: Config) -> Result<Arc<App>, StartError> {
    check_base_url(&config.base_url)?;
    config.check_files()?;
    let store = open_store(&config, config.migrate).await?;
    let clock = clock(&config, &store).await?;
    let secrets_key = load_secrets_key(&config)?;
    if secrets_key.is_none() {
        tracing::warn!("BILLHOOK_SECRETS_KEY is not set: no webhook can be registered or sent");
    }
    check_refresh_grace(&config, secrets_key.as_ref())?;
    let source = CentralBankRates::new(&config).map_err(StartError::Client)?;
    let rates = RateLookup::new(source, config.rate_days_back);
    let webhooks = webhook_sender(&config)?;
    let client_documents = parts::client_documents(&config)?;
    let programs = parts::programs(&config)?;
    let (networks, as4) = networks(&store, clock, &config)?;
    let notices = config.sk_notice_secrets.as_ref().map(|_| store.clone());
    Ok(Arc::new(App {
        store,
        clock,
        intake: Intake::default(),
        notifier: Notifier::default(),
        readiness: Readiness::default(),
        webhooks,
        links: secrets_key.as_ref().map(PublicLinks::new),
        refresh_chain: refresh_chain(&config, secrets_key.as_ref()),
        secrets_key,
        networks,
        as4,
        smp: smp(&config, clock)?,
        smp_callers: AddressLimit::new(config.smp_rate_per_minute),
        certificates: certificates::all(&config)?,
        authority: TaxAuthority::new(config.live_network, notices),
        mailer: mailer(&config)?,
        unknown_keys: AddressLimit::new(config.unknown_key_rate_per_minute),
        bodies: Bodies::default(),
        in_flight: documents_in_flight(&config),
        pdfs: Arc::new(Pdfs::with_fonts(config.fonts.as_deref()).map_err(StartError::Fonts)?),
        throughput: ThroughputEstimate::new(config.send_concurrency),
        gauges: Gauges::default(),
        rates,
        signing: Signing::default(),
        passwords: BoundedPasswords::new()?,
        client_documents,
        programs,
        config,
    }))
}

/// Says which release of the official rules comes into force next, and when: documents that pass until then may be
/// refused from that day on.
pub fn tell_of_upcoming_rules(app: &App) {
    if let Some((rules, in_force)) = document_intake::upcoming_rules(app.clock.today()) {
        tracing::info!(%rules, %in_force, "official rules change: documents are judged by the next release from its day on");
    }
}

/// Logs at the start that mail is not sent although the service is reachable from outside or live keys may need mail:
/// a claim is answered `sent`, and its secret link is written to the log, and so are the links of password resets and
/// invitations.
///
/// # Errors
/// [`StartError::Store`].
pub async fn warn_of_unsent_mail(app: &App) -> Result<(), StartError> {
    use access::AccessStore;
    let is_reached = app.config.base_url.starts_with("https:");
    if app.config.mail_url.is_console() && (is_reached || app.store.has_live_key().await?) {
        tracing::warn!(
            "BILLHOOK_MAIL_URL=console with an https address or live keys: no mail is sent, and its \
                 links stand in the log"
        );
    }
    Ok(())
}
