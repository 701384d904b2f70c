use super::{
    choices::{LiveNetwork, LogFormat, TestNetwork},
    error::ConfigError,
    given::{self, AsGiven, Given},
    places::{
        self, contact, header, listen_or_not, operator_address, outside_address, web_address,
        web_address_or_empty, zone,
    },
    read::{
        self, address, addresses, clock_start, country, from_one_to, key, notice_secrets, parsed,
        parsed_secret, participant, path, paths, provider, required, smp_id, within, within_or_not,
    },
    table::settings,
};
use crate::secrets_key::SecretsKey;
use clap::{Arg, Args};
use notifications::Address;
use organizations::notices::NoticeSecrets;
use peppol_connector::identifiers::{Network, ParticipantId};
use serde::Deserialize;
use std::{ffi::OsStr, net::SocketAddr, num::NonZeroU32, path::PathBuf, time::Duration};
use time::OffsetDateTime;

settings! {
    /// `sqlite:FILE` or `postgres://…`
    "BILLHOOK_DATABASE_URL" database_url: String = "sqlite:billhook.db" => String, places::database_url;
    /// Connections to PostgreSQL, or readers of SQLite, at most
    "BILLHOOK_DATABASE_POOL" database_pool: usize = "16" => usize, within(1..=10_000);
    /// Seconds that a request waits for a connection, or for its turn, before it is refused as too much (503)
    "BILLHOOK_DATABASE_WAIT_SECONDS" database_wait_seconds: u32 = "5" => NonZeroU32, from_one_to(300);
    /// Let data go unencrypted to a PostgreSQL on another machine
    "BILLHOOK_DATABASE_CLEAR_TEXT" database_clear_text: bool = "false" => bool, required;
    /// Address and port to listen on
    "BILLHOOK_LISTEN" listen: String = "127.0.0.1:8080" => String, places::listen;
    /// Address under which clients reach the service
    "BILLHOOK_BASE_URL" base_url: String = "" => String, web_address_or_empty;
    /// Address of the developer documentation
    "BILLHOOK_DOCS_URL" docs_url: String = "" => String, web_address_or_empty;
    /// Invoices an organization may create a minute
    "BILLHOOK_INVOICE_RATE_PER_MINUTE" invoice_rate_per_minute: u32 = "30" => NonZeroU32, from_one_to(MOST_CALLS);
    /// Count received documents as transactions of a plan, as sent ones are
    "BILLHOOK_COUNT_RECEIVED" count_received: bool = "false" => bool, required;
    /// Calls a key of the smallest plan may make a minute; larger plans have a multiple of it
    "BILLHOOK_KEY_RATE_PER_MINUTE" key_rate_per_minute: u32 = "600" => NonZeroU32, from_one_to(MOST_CALLS);
    /// Calls of a public link a minute
    "BILLHOOK_LINK_RATE_PER_MINUTE" link_rate_per_minute: u32 = "60" => NonZeroU32, from_one_to(MOST_CALLS);
    /// Calls with unknown keys that a client address may make a minute
    "BILLHOOK_UNKNOWN_KEY_RATE_PER_MINUTE" unknown_key_rate_per_minute: u32 = "600" => NonZeroU32, from_one_to(MOST_CALLS);
    /// How long the answer to a refresh token is given once more while the token in it was never used; 0: a second use
    /// ends the connection
    "BILLHOOK_OAUTH_REFRESH_GRACE_SECONDS" oauth_refresh_grace_seconds: usize = "0" => usize, within(0..=300);
    /// Folder of further fonts for PDFs, for scripts that are not bundled
    "BILLHOOK_FONTS" fonts: PathBuf => Option<PathBuf>, path;
    /// Header in which the proxy names the client's address: `X-Forwarded-For`; `none` where there is none
    "BILLHOOK_CLIENT_ADDRESS_HEADER" client_address_header: String => Option<String>, header;
    /// RFC 3339 time at which the service's clock starts (tests and demos of dated rules)
    "BILLHOOK_CLOCK" clock: String => Option<OffsetDateTime>, clock_start;
    /// Allow BILLHOOK_CLOCK although the database holds a live key
    "BILLHOOK_CLOCK_FORCE" clock_force: bool = "false" => bool, required;
    /// Migrate the database when the server starts
    "BILLHOOK_MIGRATE" migrate: bool = "true" => bool, required;
    /// HTTP worker threads
    "BILLHOOK_WORKERS" workers: usize => Option<usize>, within_or_not(1..=1_024);
    /// Run workers in the serving process (`billhook work` runs them apart)
    "BILLHOOK_WORK" work: bool = "true" => bool, required;
    /// Documents sent at the same time
    "BILLHOOK_SEND_CONCURRENCY" send_concurrency: usize = "64" => usize, within(1..=10_000);
    /// Reports to the tax authority and the network sent at the same time
    "BILLHOOK_REPORT_CONCURRENCY" report_concurrency: usize = "32" => usize, within(1..=10_000);
    /// Mails sent at the same time
    "BILLHOOK_MAIL_CONCURRENCY" mail_concurrency: usize = "16" => usize, within(1..=1_000);
    /// Other jobs at the same time; answers to received documents have as many again
    "BILLHOOK_JOB_CONCURRENCY" job_concurrency: usize = "16" => usize, within(2..=1_000);
    /// Megabytes of documents sent at the same time; a larger one is sent alone
    "BILLHOOK_SEND_MEGABYTES" send_megabytes: u32 = "64" => u32, within(1..=1_000_000);
    /// Seconds after which the job of a worker that vanished is taken by another
    "BILLHOOK_JOB_LEASE_SECONDS" job_lease_seconds: u32 = "120" => NonZeroU32, from_one_to(86_400);
    /// Allow a job lease below 90 seconds (tests): two workers may then send the same document at once
    "BILLHOOK_JOB_LEASE_FORCE" job_lease_force: bool = "false" => bool, required;
    /// Seconds in which the head of a request must have come
    "BILLHOOK_HEAD_TIMEOUT_SECONDS" head_timeout_seconds: u32 = "20" => NonZeroU32, from_one_to(3_600);
    /// Seconds in which the body of a request must have come
    "BILLHOOK_BODY_TIMEOUT_SECONDS" body_timeout_seconds: u32 = "60" => NonZeroU32, from_one_to(3_600);
    /// Address and port for /metrics alone; the other address has none then
    "BILLHOOK_METRICS_LISTEN" metrics_listen: String => Option<String>, listen_or_not;
    /// Encrypts webhook secrets at rest: 64 hexadecimal digits, or base64 of 32 bytes
    "BILLHOOK_SECRETS_KEY" secrets_key: String => Option<SecretsKey>, key;
    /// Leave behind the secrets that were encrypted with another key
    "BILLHOOK_ACCEPT_LOST_SECRETS" accept_lost_secrets: bool = "false" => bool, required;
    /// Let webhooks go to this machine, over plain http too (development and tests)
    "BILLHOOK_WEBHOOK_ALLOW_LOOPBACK" webhook_allow_loopback: bool = "false" => bool, required;
    /// Webhooks delivered at the same time
    "BILLHOOK_WEBHOOK_CONCURRENCY" webhook_concurrency: usize = "256" => usize, within(1..=10_000);
    /// Of them, to one endpoint
    "BILLHOOK_WEBHOOK_ENDPOINT_CONCURRENCY" webhook_endpoint_concurrency: usize = "4" => usize, within(1..=1_000);
    /// What serves test keys: `sandbox` (nothing leaves this installation), or `peppol` (its test network)
    "BILLHOOK_TEST_NETWORK" test_network: String = "sandbox" => TestNetwork, parsed("must be sandbox or peppol");
    /// What serves live keys: `none`, `peppol`, or `sandbox` (development: nothing leaves this installation)
    "BILLHOOK_LIVE_NETWORK" live_network: String = "none" => LiveNetwork, parsed("must be none, sandbox or peppol");
    /// Certificates of the access point in the test network: PEM files, each with its key, the preferred first
    "BILLHOOK_PEPPOL_TEST_KEYS" peppol_test_keys: String => Vec<PathBuf>, paths;
    /// The same in the live network
    "BILLHOOK_PEPPOL_LIVE_KEYS" peppol_live_keys: String => Vec<PathBuf>, paths;
    /// Folder with the authorities of the test network: `access-points.pem`, `publishers.pem`
    "BILLHOOK_PEPPOL_TEST_TRUST" peppol_test_trust: PathBuf => Option<PathBuf>, path;
    /// The same of the live network
    "BILLHOOK_PEPPOL_LIVE_TRUST" peppol_live_trust: PathBuf => Option<PathBuf>, path;
    /// Zone of the test network's SML
    "BILLHOOK_PEPPOL_TEST_ZONE" peppol_test_zone: String = "participant.sml.test.tech.peppol.org" => String, zone;
    /// The same of the live network
    "BILLHOOK_PEPPOL_LIVE_ZONE" peppol_live_zone: String = "participant.sml.prod.tech.peppol.org" => String, zone;
    /// The tax authority's participant in the test network, `0242:…`; without it nothing is reported there
    "BILLHOOK_PEPPOL_TEST_TAX_AUTHORITY" peppol_test_tax_authority: String => Option<ParticipantId>, provider;
    /// The same in the live network
    "BILLHOOK_PEPPOL_LIVE_TAX_AUTHORITY" peppol_live_tax_authority: String => Option<ParticipantId>, provider;
    /// Who gets the monthly reports (TSR, EUSR) of the test network; none: none are made
    "BILLHOOK_PEPPOL_TEST_REPORTS_TO" peppol_test_reports_to: String => Option<ParticipantId>, participant;
    /// The same of the live network: OpenPeppol
    "BILLHOOK_PEPPOL_LIVE_REPORTS_TO" peppol_live_reports_to: String = "9925:be0848934496" => Option<ParticipantId>, participant;
    /// Certificates of our SMP in the test network: PEM files, each with its key, the preferred first; none: no SMP
    "BILLHOOK_PEPPOL_TEST_SMP_KEYS" peppol_test_smp_keys: String => Vec<PathBuf>, paths;
    /// The same in the live network
    "BILLHOOK_PEPPOL_LIVE_SMP_KEYS" peppol_live_smp_keys: String => Vec<PathBuf>, paths;
    /// Where the test network's SML is managed; none: participants are entered by hand
    "BILLHOOK_PEPPOL_TEST_SML" peppol_test_sml: String => Option<String>, operator_address;
    /// The same of the live network
    "BILLHOOK_PEPPOL_LIVE_SML" peppol_live_sml: String => Option<String>, operator_address;
    /// Id of our SMP in the test network's SML
    "BILLHOOK_PEPPOL_TEST_SMP_ID" peppol_test_smp_id: String => Option<String>, smp_id;
    /// The same in the live network's
    "BILLHOOK_PEPPOL_LIVE_SMP_ID" peppol_live_smp_id: String => Option<String>, smp_id;
    /// Peppol Directory that gets business cards of the test network, as `https://test-directory.peppol.eu/`; none: it gets none
    "BILLHOOK_PEPPOL_TEST_DIRECTORY" peppol_test_directory: String => Option<String>, operator_address;
    /// Peppol Directory that gets business cards, as `https://directory.peppol.eu/`; none: it gets none
    "BILLHOOK_PEPPOL_LIVE_DIRECTORY" peppol_live_directory: String => Option<String>, operator_address;
    /// Certificate authorities (PEM) that are trusted for the SML and the Peppol Directory beside the machine's own
    "BILLHOOK_PEPPOL_SML_ROOTS" peppol_sml_roots: PathBuf => Option<PathBuf>, path;
    /// Public address of our SMP; below BILLHOOK_BASE_URL unless set
    "BILLHOOK_PEPPOL_SMP_URL" peppol_smp_url: String => Option<String>, outside_address;
    /// Public address of our access point, as the SMP publishes it; below BILLHOOK_BASE_URL unless set
    "BILLHOOK_PEPPOL_AS4_URL" peppol_as4_url: String => Option<String>, outside_address;
    /// Whom others ask about our access point: a URL, for example mailto:peppol@example.sk
    "BILLHOOK_PEPPOL_CONTACT" peppol_contact: String => Option<String>, contact;
    /// Questions to our SMP that a client address may ask a minute
    "BILLHOOK_SMP_RATE_PER_MINUTE" smp_rate_per_minute: u32 = "600" => NonZeroU32, from_one_to(MOST_CALLS);
    /// Secrets with which the state's portal signs its notices, separated by commas; none: they are refused
    "BILLHOOK_SK_NOTICE_SECRETS" sk_notice_secrets: String => Option<NoticeSecrets>, notice_secrets;
    /// Country of the provider, as envelopes of its own messages name it
    "BILLHOOK_PEPPOL_COUNTRY" peppol_country: String = "SK" => String, country;
    /// Trust access points although no list says whether they are revoked
    "BILLHOOK_PEPPOL_ACCEPT_UNKNOWN_REVOCATION" peppol_accept_unknown_revocation: bool = "false" => bool, required;
    /// Let messages go to this machine, over plain http too (development and tests)
    "BILLHOOK_PEPPOL_ALLOW_LOOPBACK" peppol_allow_loopback: bool = "false" => bool, required;
    /// Name servers that participants are looked up at instead of the machine's, as `127.0.0.1:53`
    "BILLHOOK_PEPPOL_NAME_SERVERS" peppol_name_servers: String => Vec<SocketAddr>, addresses;
    /// Authorities of TLS (PEM) that are trusted beside the machine's when SMPs and access points are called
    "BILLHOOK_PEPPOL_TLS_ROOTS" peppol_tls_roots: PathBuf => Option<PathBuf>, path;
    /// Where mail goes: `console`, `file:DIR`, `smtp://…` or `smtps://…`
    "BILLHOOK_MAIL_URL" mail_url: String = "console" => mail::MailUrl, parsed_secret("must be console, file:DIR, smtp://[user:password@]host[:port][?tls=required] or smtps://…");
    /// Who mail comes from: an address, or a name and an address in angle brackets
    "BILLHOOK_MAIL_FROM" mail_from: String = "Billhook <billhook@localhost>" => mail::From, parsed("must be an e-mail address, or a name and an address: Billhook <a@b.example>");
    /// Who is told by mail of certificates of the Peppol network that end; nobody unless set
    "BILLHOOK_OPERATOR_EMAIL" operator_email: String => Option<Address>, address;
    /// What to log: `info`, `billhook=debug,warn`, …
    "BILLHOOK_LOG" log: String = "info" => String, read::log;
    /// `text` or `json`
    "BILLHOOK_LOG_FORMAT" log_format: String = "text" => LogFormat, parsed("must be text or json");
    /// Ask central banks for exchange rates
    "BILLHOOK_EXCHANGE_RATES" exchange_rates: bool = "true" => bool, required;
    /// Where the ECB publishes its rates
    "BILLHOOK_ECB_URL" ecb_url: String => Option<String>, web_address;
    /// Where the CNB publishes its rates
    "BILLHOOK_CNB_URL" cnb_url: String => Option<String>, web_address;
    /// Days that a rate may be older than the tax point
    "BILLHOOK_RATE_DAYS_BACK" rate_days_back: u16 = "7" => u16, within(0..=366);
    /// Milliseconds to wait for a central bank
    "BILLHOOK_RATE_TIMEOUT_MS" rate_timeout_ms: u64 = "1500" => u64, within(1..=60_000);
}

/// Calls a minute at most, of which larger plans have five times as many.
const MOST_CALLS: u32 = 100_000_000;

/// The settings of commands that work on the database alone.
const OF_DATABASE: [&str; 8] = [
    "BILLHOOK_CONFIG",
    "BILLHOOK_DATABASE_URL",
    "BILLHOOK_DATABASE_POOL",
    "BILLHOOK_DATABASE_WAIT_SECONDS",
    "BILLHOOK_SECRETS_KEY",
    "BILLHOOK_CLOCK",
    "BILLHOOK_LOG",
    "BILLHOOK_LOG_FORMAT",
];

/// Seconds of the shortest job lease: an attempt takes up to 60, and must be kept within it too.
const LEAST_JOB_LEASE: u32 = 90;

/// Hides the settings that a command that works on the database alone does not use.
pub fn only_of_database(argument: Arg) -> Arg {
    let variable = argument.get_env().and_then(OsStr::to_str);
    let other = variable.is_some_and(|variable| !OF_DATABASE.contains(&variable));
    argument.hide(other)
}

impl Settings {
    /// The configuration in force.
    ///
    /// # Errors
    /// See [`ConfigError`].
    pub fn resolve(self) -> Result<Config, ConfigError> {
        let mut config = self.read()?;
        if config.job_lease_seconds.get() < LEAST_JOB_LEASE && !config.job_lease_force {
            return Err(ConfigError::Invalid {
                name: "BILLHOOK_JOB_LEASE_SECONDS",
                message: format!(
                    "must be at least {LEAST_JOB_LEASE}: an attempt to send may take 60 seconds"
                ),
                given: Some(config.job_lease_seconds.to_string()),
            });
        }
        if config.base_url.is_empty() {
            config.base_url = format!("http://{}", config.listen);
        }
        Ok(config)
    }
}

/// How the address of a client is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClientAddresses<'a> {
    /// The header in which a proxy names it.
    pub header: Option<&'a str>,
    /// Whether there is a proxy in front, whose own address says nothing.
    pub behind_proxy: bool,
}

impl Config {
    /// The networks that are Peppol's, the live one first.
    #[must_use]
    pub fn peppol_networks(&self) -> Vec<Network> {
        let live = (self.live_network == LiveNetwork::Peppol).then_some(Network::Live);
        let test = (self.test_network == TestNetwork::Peppol).then_some(Network::Test);
        live.into_iter().chain(test).collect()
    }

    /// How long a claimed job belongs to its worker.
    #[must_use]
    pub fn job_lease(&self) -> time::Duration {
        time::Duration::seconds(self.job_lease_seconds.get().into())
    }

    /// How the address of a client is known.
    #[must_use]
    pub fn client_addresses(&self) -> ClientAddresses<'_> {
        let header = self.client_address_header.as_deref();
        let header = header.filter(|name| !name.eq_ignore_ascii_case("none"));
        ClientAddresses { header, behind_proxy: self.client_address_header.is_some() }
    }

    /// How long the body of a request may take to come.
    #[must_use]
    pub fn body_timeout(&self) -> Duration {
        Duration::from_secs(self.body_timeout_seconds.get().into())
    }

    /// Where the developer documentation is: below the service itself unless set.
    #[must_use]
    pub fn docs_url(&self) -> &str {
        if self.docs_url.is_empty() { &self.base_url } else { &self.docs_url }
    }

    /// How long to wait for a central bank.
    #[must_use]
    pub const fn rate_timeout(&self) -> Duration {
        Duration::from_millis(self.rate_timeout_ms)
    }
}
