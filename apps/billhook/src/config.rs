//! Configuration: flags over environment over an optional TOML file over defaults.
//!
//! The table of all settings is in `docs/configuration.md`; a test keeps both equal.

use crate::secrets_key::SecretsKey;
use clap::Args;
use serde::Deserialize;
use std::{num::NonZeroU32, path::PathBuf, time::Duration};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};

/// Settings as given: by flag, environment variable or file. `None`: not given.
#[derive(Debug, Clone, Default, Args, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "snake_case")]
pub struct Settings {
    /// TOML file with any of these settings, named without BILLHOOK_ and in lower case
    #[arg(long, env = "BILLHOOK_CONFIG", global = true)]
    #[serde(skip)]
    pub config: Option<PathBuf>,
    /// `sqlite:FILE` or `postgres://…`
    #[arg(long, env = "BILLHOOK_DATABASE_URL", global = true, hide_env_values = true)]
    pub database_url: Option<String>,
    /// Connections to PostgreSQL, or readers of SQLite, at most
    #[arg(long, env = "BILLHOOK_DATABASE_POOL", global = true)]
    pub database_pool: Option<usize>,
    /// Address and port to listen on
    #[arg(long, env = "BILLHOOK_LISTEN", global = true)]
    pub listen: Option<String>,
    /// Address under which clients reach the service
    #[arg(long, env = "BILLHOOK_BASE_URL", global = true)]
    pub base_url: Option<String>,
    /// Invoices an organization may create a minute
    #[arg(long, env = "BILLHOOK_INVOICE_RATE_PER_MINUTE", global = true)]
    pub invoice_rate_per_minute: Option<u32>,
    /// RFC 3339 time at which the service's clock starts (tests and demos of dated rules)
    #[arg(long, env = "BILLHOOK_CLOCK", global = true)]
    pub clock: Option<String>,
    /// Allow BILLHOOK_CLOCK although the database holds a live key
    #[arg(long, env = "BILLHOOK_CLOCK_FORCE", global = true)]
    pub clock_force: Option<bool>,
    /// Migrate the database when the server starts
    #[arg(long, env = "BILLHOOK_MIGRATE", global = true)]
    pub migrate: Option<bool>,
    /// HTTP worker threads
    #[arg(long, env = "BILLHOOK_WORKERS", global = true)]
    pub workers: Option<usize>,
    /// Run workers in the serving process (`billhook work` runs them apart)
    #[arg(long, env = "BILLHOOK_WORK", global = true)]
    pub work: Option<bool>,
    /// Documents sent at the same time
    #[arg(long, env = "BILLHOOK_SEND_CONCURRENCY", global = true)]
    pub send_concurrency: Option<usize>,
    /// Seconds after which the job of a worker that vanished is taken by another
    #[arg(long, env = "BILLHOOK_JOB_LEASE_SECONDS", global = true)]
    pub job_lease_seconds: Option<u32>,
    /// Encrypts webhook secrets at rest: 64 hexadecimal digits, or base64 of 32 bytes
    #[arg(long, env = "BILLHOOK_SECRETS_KEY", global = true, hide_env_values = true)]
    pub secrets_key: Option<String>,
    /// Let webhooks go to this machine, over plain http too (development and tests)
    #[arg(long, env = "BILLHOOK_WEBHOOK_ALLOW_LOOPBACK", global = true)]
    pub webhook_allow_loopback: Option<bool>,
    /// Webhooks delivered at the same time
    #[arg(long, env = "BILLHOOK_WEBHOOK_CONCURRENCY", global = true)]
    pub webhook_concurrency: Option<usize>,
    /// Of them, to one endpoint
    #[arg(long, env = "BILLHOOK_WEBHOOK_ENDPOINT_CONCURRENCY", global = true)]
    pub webhook_endpoint_concurrency: Option<usize>,
    /// What serves live keys: `none`, or `sandbox` (development: nothing leaves this installation)
    #[arg(long, env = "BILLHOOK_LIVE_NETWORK", global = true)]
    pub live_network: Option<String>,
    /// Where mail goes: `console`, `file:DIR`, `smtp://…` or `smtps://…`
    #[arg(long, env = "BILLHOOK_MAIL_URL", global = true, hide_env_values = true)]
    pub mail_url: Option<String>,
    /// Who mail comes from: an address, or a name and an address in angle brackets
    #[arg(long, env = "BILLHOOK_MAIL_FROM", global = true)]
    pub mail_from: Option<String>,
    /// What to log: `info`, `billhook=debug,warn`, …
    #[arg(long, env = "BILLHOOK_LOG", global = true)]
    pub log: Option<String>,
    /// `text` or `json`
    #[arg(long, env = "BILLHOOK_LOG_FORMAT", global = true)]
    pub log_format: Option<String>,
    /// Ask central banks for exchange rates
    #[arg(long, env = "BILLHOOK_EXCHANGE_RATES", global = true)]
    pub exchange_rates: Option<bool>,
    /// Where the ECB publishes its rates
    #[arg(long, env = "BILLHOOK_ECB_URL", global = true)]
    pub ecb_url: Option<String>,
    /// Where the CNB publishes its rates
    #[arg(long, env = "BILLHOOK_CNB_URL", global = true)]
    pub cnb_url: Option<String>,
    /// Days that a rate may be older than the tax point
    #[arg(long, env = "BILLHOOK_RATE_DAYS_BACK", global = true)]
    pub rate_days_back: Option<u16>,
    /// Milliseconds to wait for a central bank
    #[arg(long, env = "BILLHOOK_RATE_TIMEOUT_MS", global = true)]
    pub rate_timeout_ms: Option<u64>,
}

/// What serves live keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LiveNetwork {
    /// Nothing yet: what is sent waits.
    #[default]
    None,
    /// The built-in network, for development: nothing leaves this installation.
    Sandbox,
}

/// The configuration in force.
#[derive(Debug, Clone)]
pub struct Config {
    pub database_url: String,
    pub database_pool: usize,
    pub listen: String,
    pub base_url: String,
    pub invoice_rate_per_minute: NonZeroU32,
    pub clock: Option<OffsetDateTime>,
    pub clock_force: bool,
    pub migrate: bool,
    pub workers: Option<usize>,
    pub work: bool,
    pub send_concurrency: usize,
    pub job_lease: time::Duration,
    pub secrets_key: Option<SecretsKey>,
    pub webhook_allow_loopback: bool,
    pub webhook_concurrency: usize,
    pub webhook_endpoint_concurrency: usize,
    pub live_network: LiveNetwork,
    pub mail_url: mail::MailUrl,
    pub mail_from: mail::From,
    pub log: String,
    pub log_json: bool,
    pub exchange_rates: bool,
    pub ecb_url: Option<String>,
    pub cnb_url: Option<String>,
    pub rate_days_back: u16,
    pub rate_timeout: Duration,
}

/// A setting that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("configuration file {path}: {source}")]
    Unreadable {
        /// Its path.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The file is not what it should be.
    #[error("configuration file {path}: {source}")]
    Malformed {
        /// Its path.
        path: PathBuf,
        /// Why.
        source: Box<toml::de::Error>,
    },
    /// A value that cannot be.
    #[error("{name}: {message}")]
    Invalid {
        /// The setting.
        name: &'static str,
        /// What would be right.
        message: &'static str,
    },
}

/// What stands when nothing is said.
pub const DEFAULT_DATABASE_URL: &str = "sqlite:billhook.db";
const DEFAULT_MAIL_FROM: &str = "Billhook <billhook@localhost>";
const DEFAULT_LISTEN: &str = "127.0.0.1:8080";

impl Settings {
    /// Puts the file's settings under those given by flag or environment, and the defaults under
    /// both.
    ///
    /// # Errors
    /// See [`ConfigError`].
    pub fn resolve(self) -> Result<Config, ConfigError> {
        let file = match &self.config {
            Some(path) => read_file(path)?,
            None => Settings::default(),
        };
        let listen = self.listen.or(file.listen).unwrap_or_else(|| DEFAULT_LISTEN.to_owned());
        let base_url = self.base_url.or(file.base_url);
        let rate = self.invoice_rate_per_minute.or(file.invoice_rate_per_minute).unwrap_or(30);
        let clock = self.clock.or(file.clock).as_deref().map(parse_clock).transpose()?;
        let log_format = self.log_format.or(file.log_format);
        Ok(Config {
            database_url: self
                .database_url
                .or(file.database_url)
                .unwrap_or_else(|| DEFAULT_DATABASE_URL.to_owned()),
            database_pool: self.database_pool.or(file.database_pool).unwrap_or(16).max(1),
            base_url: base_url
                .map(|url| url.trim_end_matches('/').to_owned())
                .unwrap_or_else(|| format!("http://{listen}")),
            listen,
            invoice_rate_per_minute: NonZeroU32::new(rate).ok_or(ConfigError::Invalid {
                name: "BILLHOOK_INVOICE_RATE_PER_MINUTE",
                message: "must be at least 1",
            })?,
            clock,
            clock_force: self.clock_force.or(file.clock_force).unwrap_or(false),
            migrate: self.migrate.or(file.migrate).unwrap_or(true),
            workers: self.workers.or(file.workers),
            work: self.work.or(file.work).unwrap_or(true),
            send_concurrency: self
                .send_concurrency
                .or(file.send_concurrency)
                .unwrap_or(64)
                .clamp(1, 10_000),
            job_lease: job_lease(self.job_lease_seconds.or(file.job_lease_seconds))?,
            secrets_key: secrets_key(self.secrets_key.or(file.secrets_key).as_deref())?,
            webhook_allow_loopback: self
                .webhook_allow_loopback
                .or(file.webhook_allow_loopback)
                .unwrap_or(false),
            webhook_concurrency: self
                .webhook_concurrency
                .or(file.webhook_concurrency)
                .unwrap_or(256)
                .clamp(1, 10_000),
            webhook_endpoint_concurrency: self
                .webhook_endpoint_concurrency
                .or(file.webhook_endpoint_concurrency)
                .unwrap_or(4)
                .clamp(1, 1_000),
            live_network: live_network(self.live_network.or(file.live_network).as_deref())?,
            mail_url: mail_url(self.mail_url.or(file.mail_url))?,
            mail_from: mail_from(self.mail_from.or(file.mail_from))?,
            log: self.log.or(file.log).unwrap_or_else(|| "info".to_owned()),
            log_json: is_json(log_format.as_deref())?,
            exchange_rates: self.exchange_rates.or(file.exchange_rates).unwrap_or(true),
            ecb_url: self.ecb_url.or(file.ecb_url),
            cnb_url: self.cnb_url.or(file.cnb_url),
            rate_days_back: self
                .rate_days_back
                .or(file.rate_days_back)
                .unwrap_or(invoicing::DEFAULT_RATE_DAYS_BACK),
            rate_timeout: Duration::from_millis(
                self.rate_timeout_ms.or(file.rate_timeout_ms).unwrap_or(1_500),
            ),
        })
    }
}

fn read_file(path: &PathBuf) -> Result<Settings, ConfigError> {
    let text = std::fs::read_to_string(path)
        .map_err(|source| ConfigError::Unreadable { path: path.clone(), source })?;
    toml::from_str(&text)
        .map_err(|source| ConfigError::Malformed { path: path.clone(), source: Box::new(source) })
}

fn mail_url(text: Option<String>) -> Result<mail::MailUrl, ConfigError> {
    text.as_deref().unwrap_or("console").parse().map_err(|_| ConfigError::Invalid {
        name: "BILLHOOK_MAIL_URL",
        message: "must be console, file:DIR, smtp://[user:password@]host[:port] or smtps://…",
    })
}

fn mail_from(text: Option<String>) -> Result<mail::From, ConfigError> {
    text.as_deref().unwrap_or(DEFAULT_MAIL_FROM).parse().map_err(|_| ConfigError::Invalid {
        name: "BILLHOOK_MAIL_FROM",
        message: "must be an e-mail address, or a name and an address: Billhook <a@b.example>",
    })
}

fn live_network(name: Option<&str>) -> Result<LiveNetwork, ConfigError> {
    match name {
        None | Some("none") => Ok(LiveNetwork::None),
        Some("sandbox") => Ok(LiveNetwork::Sandbox),
        Some(_) => Err(ConfigError::Invalid {
            name: "BILLHOOK_LIVE_NETWORK",
            message: "must be none or sandbox",
        }),
    }
}

/// Longer than an attempt takes, unless a test wants it otherwise.
fn job_lease(seconds: Option<u32>) -> Result<time::Duration, ConfigError> {
    match seconds.unwrap_or(120) {
        0 => Err(ConfigError::Invalid {
            name: "BILLHOOK_JOB_LEASE_SECONDS",
            message: "must be at least 1",
        }),
        seconds => Ok(time::Duration::seconds(seconds.into())),
    }
}

/// An empty setting is none: containers set what they do not have to nothing.
fn secrets_key(text: Option<&str>) -> Result<Option<SecretsKey>, ConfigError> {
    let Some(text) = text.filter(|text| !text.trim().is_empty()) else { return Ok(None) };
    SecretsKey::parse(text).map(Some).ok_or(ConfigError::Invalid {
        name: "BILLHOOK_SECRETS_KEY",
        message: "must be 64 hexadecimal digits, or base64 of 32 bytes",
    })
}

fn parse_clock(text: &str) -> Result<OffsetDateTime, ConfigError> {
    OffsetDateTime::parse(text, &Rfc3339).map_err(|_| ConfigError::Invalid {
        name: "BILLHOOK_CLOCK",
        message: "must be an RFC 3339 time, 2027-01-04T08:00:00+01:00 say",
    })
}

fn is_json(format: Option<&str>) -> Result<bool, ConfigError> {
    match format {
        None | Some("text") => Ok(false),
        Some("json") => Ok(true),
        Some(_) => Err(ConfigError::Invalid {
            name: "BILLHOOK_LOG_FORMAT",
            message: "must be text or json",
        }),
    }
}
