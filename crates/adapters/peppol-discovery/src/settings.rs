//! Where and whom one network asks.

use peppol_trust::Trust;
use std::{fmt, net::SocketAddr, sync::Arc, time::Duration};

/// Where and whom one network asks.
#[derive(Clone)]
pub struct Settings {
    /// The zone of the SML, as `participant.sml.prod.tech.peppol.org`.
    pub zone: String,
    /// Name servers for the SML's zone; where there is none, those of the machine.
    pub name_servers: Vec<SocketAddr>,
    /// The longest wait for one answer of the DNS; it is asked twice.
    pub dns_timeout: Duration,
    /// How SMPs are called.
    pub http: checked_http::Settings,
    /// Which SMPs are trusted.
    pub publishers: Arc<Trust>,
    /// Which access points are trusted.
    pub access_points: Arc<Trust>,
    /// Takes what SMPs signed before 2023: SHA-1, and exclusive canonical forms.
    pub accept_old_algorithms: bool,
    /// How long an answer of an SMP is kept.
    pub keep: Duration,
}

impl Settings {
    /// Default time for which an answer of an SMP is cached, as in the reference implementation.
    pub const KEEP: Duration = Duration::from_secs(15 * 60);
    /// Default time limit for one answer of the DNS.
    pub const DNS_TIMEOUT: Duration = Duration::from_secs(3);

    /// Settings for a zone and who is trusted in its network.
    #[must_use]
    pub fn new(
        zone: &str,
        publishers: Arc<Trust>,
        access_points: Arc<Trust>,
        http: checked_http::Settings,
    ) -> Self {
        Self {
            zone: zone.to_owned(),
            name_servers: Vec::new(),
            dns_timeout: Self::DNS_TIMEOUT,
            http,
            publishers,
            access_points,
            accept_old_algorithms: false,
            keep: Self::KEEP,
        }
    }
}

impl fmt::Debug for Settings {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Settings({}, {:?})", self.zone, self.name_servers)
    }
}

/// Why these settings allow no look-ups.
#[derive(Debug, thiserror::Error)]
pub enum SetupError {
    /// No DNS.
    #[error("the name servers cannot be set up: {0}")]
    Dns(String),
    /// No HTTP.
    #[error("calls to SMPs cannot be set up")]
    Http(#[from] checked_http::SetupError),
}
