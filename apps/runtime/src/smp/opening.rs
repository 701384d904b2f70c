//! Opens our SMP from the configuration.

use super::{Addresses, OwnSmp};
use crate::{
    clock::Clock,
    config::Config,
    peppol::{Own, PeppolError, reach, text},
};
use peppol_as4::{KeyError, Keys};
use peppol_connector::identifiers::Network;
use peppol_indexer::IndexerClient;
use peppol_sml::{Settings as SmlSettings, SmlClient};
use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

/// The longest call of the SML.
const CALLING: Duration = Duration::from_secs(20);

impl Addresses {
    /// The addresses of a configuration.
    #[must_use]
    pub fn of(config: &Config, network: Network) -> Self {
        let or = |given: &Option<String>, path: &str| {
            let given = given.as_deref().map(|url| url.trim_end_matches('/').to_owned());
            given.unwrap_or_else(|| format!("{}{path}", config.base_url))
        };
        Self {
            base: format!("{}/{}", or(&config.peppol_smp_url, "/smp"), network.name()),
            as4: or(&config.peppol_as4_url, "/as4"),
            contact: or(&config.peppol_contact, ""),
        }
    }
}

/// Opens the SMP of a network; `None` when its keys are not configured.
///
/// # Errors
/// [`PeppolError`].
pub fn open(
    config: &Config,
    network: Network,
    clock: Clock,
) -> Result<Option<OwnSmp>, PeppolError> {
    let own = Own::of(config, network);
    let Some(signing) = own.publisher_keys()? else { return Ok(None) };
    let signing = Arc::new(signing);
    let access_point = own.keys()?;
    let (registries, directories) = (registries(config, &own)?, directories(config, &own)?);
    let addresses = Addresses::of(config, network);
    tracing::info!(
        network = network.name(),
        address = addresses.base,
        registry = !registries.is_empty(),
        "SMP opened"
    );
    let own = OwnSmp::new((network, clock), addresses, signing, access_point, registries);
    Ok(Some(own.indexed_by(directories)))
}

/// The clients of the SML, one for each certificate of the SMP: the next one is used when it becomes valid.
fn registries(config: &Config, own: &Own<'_>) -> Result<Vec<SmlClient>, PeppolError> {
    let (setting, address) = own.sml;
    let Some(address) = address else { return Ok(Vec::new()) };
    let (id_setting, id) = own.publisher_id;
    let publisher = id.ok_or(PeppolError::Missing(id_setting))?;
    let client = |file: &PathBuf| {
        let http = publisher_calls(config, file)?;
        let (address, publisher) = (address.to_owned(), publisher.to_owned());
        let client = SmlClient::new(SmlSettings { address, publisher, http });
        client.map_err(|reason| PeppolError::Registry { setting, reason })
    };
    own.publisher.1.iter().map(client).collect()
}

/// The clients of the Peppol Directory, one for each certificate of the SMP.
fn directories(config: &Config, own: &Own<'_>) -> Result<Vec<IndexerClient>, PeppolError> {
    let (setting, address) = own.directory;
    let Some(address) = address else { return Ok(Vec::new()) };
    let client = |file: &PathBuf| {
        let client = IndexerClient::new(address, publisher_calls(config, file)?);
        client.map_err(|reason| PeppolError::Directory { setting, reason })
    };
    own.publisher.1.iter().map(client).collect()
}

/// The settings of calls to servers that ask for the SMP's certificate, which this file holds.
fn publisher_calls(config: &Config, file: &Path) -> Result<checked_http::Settings, PeppolError> {
    let mut http = checked_http::Settings::new(reach(config), CALLING);
    http.identity = Some(text(file)?.into_bytes());
    if let Some(roots) = &config.peppol_sml_roots {
        http.extra_roots =
            fs::read(roots).map_err(|error| PeppolError::Unreadable(roots.clone(), error))?;
    }
    Ok(http)
}

impl Own<'_> {
    /// The keys of the SMP; `None` when they are not configured.
    fn publisher_keys(&self) -> Result<Option<Keys>, PeppolError> {
        let (setting, files) = self.publisher;
        if files.is_empty() {
            return Ok(None);
        }
        let texts: Result<Vec<_>, _> = files.iter().map(|file| text(file)).collect();
        let keys = Keys::of_pem(texts?.iter().map(String::as_str));
        keys.map(Some).map_err(|reason: KeyError| PeppolError::Keys { setting, reason })
    }
}
