//! Our access point in one of the two Peppol networks, as it is configured.

use crate::{clock::Clock, config::Config, networks::Adapters};
use checked_http::SetupError as HttpError;
use network_addresses::AddressPolicy;
use peppol_as4::{As4AccessPoint, As4Receiver, Http, HttpSettings, KeyError, Keys, Sending};
use peppol_connector::identifiers::{Network, ParticipantId};
use peppol_discovery::{Discovery, PeppolDirectory, Settings, SetupError};
use peppol_messages::{
    mls::main_provider_id,
    trust::{Certificate, NoCertificate},
};
use peppol_trust::{PublishedLists, Revocation, Trust, WhenUnknown};
use provider_reports::Provider;
use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};
use tax_reports::Reporting;

/// The longest exchange of a message: shorter than the time of an attempt.
const SENDING: Duration = Duration::from_secs(45);
/// The largest unpacked document that is received, in bytes: twice the limit of a request to the Agent API.
const LARGEST_DOCUMENT: usize = 32 << 20;
/// The longest call of an SMP, or to load a list of revoked certificates.
pub(crate) const ASKING: Duration = Duration::from_secs(10);

/// Why the access point cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum PeppolError {
    /// A required setting is missing.
    #[error("{0} must be set when a network is peppol")]
    Missing(&'static str),
    /// A file cannot be read.
    #[error("{}: cannot be read", .0.display())]
    Unreadable(PathBuf, #[source] io::Error),
    /// A file of authorities has no certificates.
    #[error("{}: {}", .0.display(), .1)]
    Authorities(PathBuf, NoCertificate),
    /// Our certificates or keys are invalid.
    #[error("{setting}: {reason}")]
    Keys {
        /// The setting that names them.
        setting: &'static str,
        /// Why they are invalid.
        reason: KeyError,
    },
    /// The client of the SML cannot be made.
    #[error("{setting}: the SML cannot be called")]
    Registry {
        /// The setting that names it.
        setting: &'static str,
        /// Why it cannot be made.
        #[source]
        reason: peppol_sml::SetupError,
    },
    /// The client of the Peppol Directory cannot be made.
    #[error("{setting}: the Peppol Directory cannot be called")]
    Directory {
        /// The setting that names it.
        setting: &'static str,
        /// Why it cannot be made.
        #[source]
        reason: peppol_indexer::SetupError,
    },
    /// The look-up of participants cannot be set up.
    #[error("participants cannot be looked up")]
    Discovery(#[from] SetupError),
    /// The HTTP client cannot be made.
    #[error("the HTTP client of the access point cannot be made")]
    Http(#[from] HttpError),
}

/// The settings of one network.
pub(crate) struct Own<'c> {
    pub(crate) keys: (&'static str, &'c [PathBuf]),
    trust: (&'static str, Option<&'c Path>),
    zone: &'c str,
    tax_authority: Option<&'c ParticipantId>,
    reports_to: Option<&'c ParticipantId>,
    pub(crate) publisher: (&'static str, &'c [PathBuf]),
    pub(crate) sml: (&'static str, Option<&'c str>),
    pub(crate) publisher_id: (&'static str, Option<&'c str>),
    pub(crate) directory: (&'static str, Option<&'c str>),
}

impl<'c> Own<'c> {
    pub(crate) fn of(config: &'c Config, network: Network) -> Self {
        match network {
            Network::Test => Self {
                keys: ("BILLHOOK_PEPPOL_TEST_KEYS", &config.peppol_test_keys),
                trust: ("BILLHOOK_PEPPOL_TEST_TRUST", config.peppol_test_trust.as_deref()),
                zone: &config.peppol_test_zone,
                tax_authority: config.peppol_test_tax_authority.as_ref(),
                reports_to: config.peppol_test_reports_to.as_ref(),
                publisher: ("BILLHOOK_PEPPOL_TEST_SMP_KEYS", &config.peppol_test_smp_keys),
                sml: ("BILLHOOK_PEPPOL_TEST_SML", config.peppol_test_sml.as_deref()),
                publisher_id: ("BILLHOOK_PEPPOL_TEST_SMP_ID", config.peppol_test_smp_id.as_deref()),
                directory: (
                    "BILLHOOK_PEPPOL_TEST_DIRECTORY",
                    config.peppol_test_directory.as_deref(),
                ),
            },
            Network::Live => Self {
                keys: ("BILLHOOK_PEPPOL_LIVE_KEYS", &config.peppol_live_keys),
                trust: ("BILLHOOK_PEPPOL_LIVE_TRUST", config.peppol_live_trust.as_deref()),
                zone: &config.peppol_live_zone,
                tax_authority: config.peppol_live_tax_authority.as_ref(),
                reports_to: config.peppol_live_reports_to.as_ref(),
                publisher: ("BILLHOOK_PEPPOL_LIVE_SMP_KEYS", &config.peppol_live_smp_keys),
                sml: ("BILLHOOK_PEPPOL_LIVE_SML", config.peppol_live_sml.as_deref()),
                publisher_id: ("BILLHOOK_PEPPOL_LIVE_SMP_ID", config.peppol_live_smp_id.as_deref()),
                directory: (
                    "BILLHOOK_PEPPOL_LIVE_DIRECTORY",
                    config.peppol_live_directory.as_deref(),
                ),
            },
        }
    }

    /// The participants that reports travel between; `None` without the authority's participant.
    fn reporting(&self, seat: &str) -> Option<Reporting> {
        let provider = main_provider_id(seat)?.parse().ok()?;
        Some(Reporting { authority: self.tax_authority?.clone(), provider })
    }

    /// Our identity in this network, if our certificates are those of a service provider.
    fn provider(&self, seat: &str, country: &str) -> Option<Provider> {
        Some(Provider {
            seat: seat.parse().ok()?,
            id: main_provider_id(seat)?.parse().ok()?,
            country: country.to_owned(),
            reports_to: self.reports_to.cloned(),
        })
    }

    /// The receiver of our monthly reports as a provider of this network; missing settings are logged.
    fn reports(
        &self,
        network: Network,
        seat: &str,
        country: &str,
    ) -> (Option<Reporting>, Option<Provider>) {
        let network = network.name();
        let reporting = self.reporting(seat);
        if reporting.is_none() {
            tracing::warn!(
                network,
                "documents are not reported to the tax authority: its participant is not set"
            );
        }
        let provider = self.provider(seat, country);
        if provider.is_none() {
            tracing::error!(
                network,
                seat,
                "monthly reports to the network are not made: the seat id is missing"
            );
        }
        (reporting, provider)
    }

    pub(crate) fn keys(&self) -> Result<Arc<Keys>, PeppolError> {
        let (setting, files) = self.keys;
        let texts: Result<Vec<_>, _> = files.iter().map(|file| text(file)).collect();
        match Keys::of_pem(texts?.iter().map(String::as_str)) {
            Ok(keys) => Ok(Arc::new(keys)),
            Err(KeyError::None) => Err(PeppolError::Missing(setting)),
            Err(reason) => Err(PeppolError::Keys { setting, reason }),
        }
    }

    /// The trust in certificates issued by the authorities of a file in the configured folder.
    pub(crate) fn trust(&self, config: &Config, name: &str) -> Result<Arc<Trust>, PeppolError> {
        let (setting, folder) = self.trust;
        let file = folder.ok_or(PeppolError::Missing(setting))?.join(name);
        let all = Certificate::all_of_pem(&text(&file)?);
        let lists = Revocation::Named(Arc::new(PublishedLists::new(calls(config, ASKING)?)?));
        let when_unknown = match config.peppol_accept_unknown_revocation {
            true => WhenUnknown::Accept,
            false => WhenUnknown::Refuse,
        };
        let trust = all.and_then(|all| Trust::new(all, lists, when_unknown));
        trust.map(Arc::new).map_err(|reason| PeppolError::Authorities(file, reason))
    }
}

pub(crate) fn text(file: &Path) -> Result<String, PeppolError> {
    fs::read_to_string(file).map_err(|error| PeppolError::Unreadable(file.to_owned(), error))
}

/// The addresses of the network that may be called.
pub(crate) const fn reach(config: &Config) -> AddressPolicy {
    match config.peppol_allow_loopback {
        true => AddressPolicy::AndLoopback,
        false => AddressPolicy::Public,
    }
}

/// The settings of outgoing HTTP calls.
pub(crate) fn calls(config: &Config, longest: Duration) -> Result<HttpSettings, PeppolError> {
    let mut http = HttpSettings::new(reach(config), longest);
    if let Some(file) = &config.peppol_tls_roots {
        http.extra_roots = text(file)?.into_bytes();
    }
    Ok(http)
}

/// Our identity as a service provider of a network with other access points.
///
/// # Errors
/// [`PeppolError`].
pub fn provider(config: &Config, network: Network) -> Result<Option<Provider>, PeppolError> {
    let own = Own::of(config, network);
    Ok(own.provider(own.keys()?.seat(), &config.peppol_country))
}

/// The look-up of participants of a network.
///
/// # Errors
/// [`PeppolError`].
pub fn discovery(config: &Config, network: Network) -> Result<Discovery, PeppolError> {
    let access_points = Own::of(config, network).trust(config, "access-points.pem")?;
    discovery_by(config, network, access_points)
}

fn discovery_by(
    config: &Config,
    network: Network,
    access_points: Arc<Trust>,
) -> Result<Discovery, PeppolError> {
    let own = Own::of(config, network);
    let publishers = own.trust(config, "publishers.pem")?;
    let http = calls(config, ASKING)?;
    let mut settings = Settings::new(own.zone, publishers, access_points, http);
    settings.name_servers.clone_from(&config.peppol_name_servers);
    Ok(Discovery::new(settings)?)
}

/// Opens the adapters of a network, and the receiver of its messages.
///
/// # Errors
/// [`PeppolError`].
pub fn open(
    config: &Config,
    network: Network,
    clock: Clock,
) -> Result<(Adapters, As4Receiver), PeppolError> {
    let own = Own::of(config, network);
    let (keys, trust) = (own.keys()?, own.trust(config, "access-points.pem")?);
    let now = move || clock.now();
    let discovery = Arc::new(discovery_by(config, network, Arc::clone(&trust))?);
    let directory = PeppolDirectory::new(now).serving(network, discovery);
    let http = Http::new(calls(config, SENDING)?)?;
    // silence proves nothing, and senders want to know whether their documents arrived
    let sending = Sending { country: config.peppol_country.clone(), asks_for_status: true };
    let access_point = As4AccessPoint::new(
        directory.clone(),
        now,
        http,
        Arc::clone(&keys),
        Arc::clone(&trust),
        sending,
    );
    tracing::info!(network = network.name(), seat = keys.seat(), "access point opened");
    let (reporting, provider) = own.reports(network, keys.seat(), &config.peppol_country);
    let receiver = As4Receiver::new(network, now, keys, trust).with_largest(LARGEST_DOCUMENT);
    let adapters = Adapters::new(directory, access_point).reporting(reporting).provider(provider);
    Ok((adapters, receiver))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Settings;
    use time::macros::datetime;

    const PKI: &str = "peppol-network/as4/pki";

    /// A folder with the files that an operator configures.
    fn folder() -> PathBuf {
        let folder = std::env::temp_dir().join(format!("billhook-{}", uuid::Uuid::now_v7()));
        fs::create_dir(&folder).expect("a folder");
        let text = |name: &str| fixtures::text(&format!("{PKI}/{name}"));
        for (file, content) in [
            ("access-points.pem", text("apca.pem")),
            ("publishers.pem", text("smpca.pem")),
            ("ap.pem", text("ap2.pem") + &text("ap2.key")),
            ("next.pem", text("ap2-next.pem") + &text("ap2-next.key")),
            ("other.pem", text("ap1.pem") + &text("ap1.key")),
            ("half.pem", text("ap1.pem")),
            ("empty.pem", String::new()),
        ] {
            fs::write(folder.join(file), content).expect("written");
        }
        folder
    }

    fn opened(folder: &Path, keys: &[&str], trust: Option<&Path>) -> Result<(), String> {
        let keys: Vec<_> =
            keys.iter().map(|name| folder.join(name).display().to_string()).collect();
        let settings = Settings {
            peppol_test_keys: Some(keys.join(",")),
            peppol_test_trust: trust.map(Path::to_owned),
            ..Settings::default()
        };
        let config = settings.resolve().expect("settings");
        let clock = Clock::starting_at(datetime!(2026-11-22 12:00 UTC));
        let opened = open(&config, Network::Test, clock);
        opened.map(|_| ()).map_err(|error| error.to_string())
    }

    #[tokio::test]
    async fn an_access_point_is_opened_or_says_what_is_missing() {
        let folder = folder();
        let trust = Some(folder.as_path());
        assert_eq!(opened(&folder, &["ap.pem"], trust), Ok(()));
        assert_eq!(opened(&folder, &["next.pem", "ap.pem"], trust), Ok(()));
        let elsewhere = folder.join("nowhere");
        for (keys, trust, named) in [
            (&[][..], trust, "BILLHOOK_PEPPOL_TEST_KEYS must be set"),
            (&["ap.pem"], None, "BILLHOOK_PEPPOL_TEST_TRUST must be set"),
            (&["none.pem"], trust, "none.pem: cannot be read"),
            (&["half.pem"], trust, "BILLHOOK_PEPPOL_TEST_KEYS: the key of PSK000001"),
            (&["ap.pem", "other.pem"], trust, "two access points"),
            (&["empty.pem"], trust, "BILLHOOK_PEPPOL_TEST_KEYS: a certificate"),
            (&["ap.pem"], Some(&*elsewhere), "access-points.pem: cannot be read"),
        ] {
            let error = opened(&folder, keys, trust).expect_err(named);
            assert!(error.contains(named), "{error} is not {named}");
        }
        fs::write(folder.join("publishers.pem"), "").expect("written");
        let error = opened(&folder, &["ap.pem"], trust).expect_err("no authority");
        assert!(error.contains("publishers.pem: these bytes are no"), "{error}");
        fs::remove_dir_all(&folder).expect("removed");
    }
}
