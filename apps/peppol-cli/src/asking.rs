//! Whom commands ask about participants, and whom they trust.

use crate::exit::{Failed, about};
use crate::trust::Folder;
use checked_http::Settings as Http;
use clap::{Args, ValueEnum};
use network_addresses::AddressPolicy;
use peppol_discovery::Settings;
use peppol_inspection::by_role;
use peppol_messages::trust::Certificate;
use peppol_trust::{PublishedLists, Revocation, Trust, WhenUnknown};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// One of the two networks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Network {
    /// The real one
    Live,
    /// The one for tests
    Test,
}

impl Network {
    /// As the ports name it.
    pub const fn of_connector(self) -> peppol_connector::identifiers::Network {
        match self {
            Self::Live => peppol_connector::identifiers::Network::Live,
            Self::Test => peppol_connector::identifiers::Network::Test,
        }
    }

    const fn zone(self) -> &'static str {
        match self {
            Self::Live => "participant.sml.prod.tech.peppol.org",
            Self::Test => "participant.sml.test.tech.peppol.org",
        }
    }
}

/// Whom to ask, and whom to trust.
#[derive(Debug, Args)]
pub struct Asking {
    /// The network
    #[arg(long, value_enum, default_value = "live")]
    pub network: Network,
    /// Another DNS zone than that of the network
    #[arg(long)]
    pub zone: Option<String>,
    /// Name servers to ask instead of the machine's, for example 127.0.0.1:53
    #[arg(long, value_name = "ADDRESS")]
    pub dns: Vec<SocketAddr>,
    /// A folder with the network's authorities, and optionally lists of revoked certificates. Without it no signed
    /// answer is requested, only what the participant is registered for
    #[arg(long, value_name = "DIR")]
    pub trust: Option<PathBuf>,
    /// Do not check whether certificates are revoked
    #[arg(long)]
    pub no_revocation: bool,
    /// Accept SHA-1 and exclusive canonical forms, with which SMPs signed before 2023
    #[arg(long)]
    pub old_algorithms: bool,
    /// Allow calls to this machine, for tests
    #[arg(long)]
    pub allow_loopback: bool,
    /// Authorities of TLS (PEM) that are trusted beside the machine's
    #[arg(long, value_name = "FILE")]
    pub tls_roots: Option<PathBuf>,
    /// The longest wait for one answer, in seconds
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=300))]
    pub timeout: u64,
}

impl Asking {
    /// For look-ups.
    pub fn settings(&self) -> Result<Settings, Failed> {
        let folder = self.trust.as_deref().map(Folder::read).transpose()?.unwrap_or_default();
        let (publishers, access_points) = by_role(folder.certificates);
        let zone = self.zone.as_deref().unwrap_or_else(|| self.network.zone());
        let revocation = self.revocation(folder.lists)?;
        let (publishers, access_points) =
            (trust(publishers, &revocation)?, trust(access_points, &revocation)?);
        let mut settings = Settings::new(zone, publishers, access_points, self.http()?);
        settings.name_servers.clone_from(&self.dns);
        settings.dns_timeout = Duration::from_secs(self.timeout.min(3));
        settings.accept_old_algorithms = self.old_algorithms;
        Ok(settings)
    }

    /// For calls.
    pub fn http(&self) -> Result<Http, Failed> {
        let reach =
            if self.allow_loopback { AddressPolicy::AndLoopback } else { AddressPolicy::Public };
        let mut http = Http::new(reach, Duration::from_secs(self.timeout));
        if let Some(file) = &self.tls_roots {
            http.extra_roots = std::fs::read(file).map_err(|why| about(&file.display(), &why))?;
        }
        Ok(http)
    }

    /// The lists of the folder, if there are some; else those that certificates name.
    fn revocation(&self, lists: Vec<Vec<u8>>) -> Result<Revocation, Failed> {
        if self.no_revocation {
            return Ok(Revocation::Unasked);
        }
        if !lists.is_empty() {
            return Ok(Revocation::Known(lists));
        }
        let published = PublishedLists::new(self.http()?);
        let published = published.map_err(|why| about(&"no look-up can be made", &why))?;
        Ok(Revocation::Named(Arc::new(published)))
    }
}

fn trust(authorities: Vec<Certificate>, revocation: &Revocation) -> Result<Arc<Trust>, Failed> {
    let trust = Trust::new(authorities, revocation.clone(), WhenUnknown::Refuse);
    trust.map(Arc::new).map_err(|why| about(&"--trust", &why))
}
