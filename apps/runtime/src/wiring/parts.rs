//! The parts of the application, each made from the configuration.

use super::StartError;
use crate::{
    as4::As4Endpoint,
    clock::Clock,
    config::{Config, LiveNetwork, TestNetwork, is_https_or_here},
    networks::{Adapters, Networks},
    peppol,
    room::Room,
    secrets_key::{self, SecretsKey, SecretsKeyError},
    smp::{self, Smp},
};
use access::OrganizationId;
use accounting_http::HttpPrograms;
use client_documents::HttpDocuments;
use mail::Mail;
use oauth::tokens::RefreshChain;
use peppol_connector::identifiers::Network;
use sandbox_network::SandboxNetwork;
use store::{SecretsKeyFits, Store};
use webhook_http::HttpSender;
use webhooks::endpoints::AddressPolicy;

/// The adapters of each network, and the receivers of messages of its other access points. The sandbox serves live
/// keys only when it is configured to.
pub(super) fn networks(
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
pub(super) fn smp(config: &Config, clock: Clock) -> Result<Smp, StartError> {
    let own: Result<Vec<_>, _> =
        config.peppol_networks().into_iter().map(|one| smp::open(config, one, clock)).collect();
    Ok(Smp::new(own?.into_iter().flatten().collect()))
}

pub(super) fn load_secrets_key(config: &Config) -> Result<Option<SecretsKey>, SecretsKeyError> {
    secrets_key::load(config.secrets_key.clone(), &config.database_url)
}

/// The addresses that webhooks may be sent to.
#[must_use]
pub const fn webhook_reach(config: &Config) -> AddressPolicy {
    if config.webhook_allow_loopback { AddressPolicy::AndLoopback } else { AddressPolicy::Public }
}

pub(super) fn webhook_sender(config: &Config) -> Result<HttpSender, StartError> {
    let settings = webhook_http::Settings::new(webhook_reach(config));
    HttpSender::new(settings).map_err(|error| StartError::Client(error.into()))
}

/// Documents of clients are fetched only from addresses that webhooks may be sent to.
pub(super) fn client_documents(config: &Config) -> Result<HttpDocuments, StartError> {
    let settings = checked_http::Settings::new(webhook_reach(config), client_documents::TIMEOUT);
    HttpDocuments::new(settings).map_err(|error| StartError::Client(error.into()))
}

/// Accounting programs are called only at addresses that webhooks may be sent to.
pub(super) fn programs(config: &Config) -> Result<HttpPrograms, StartError> {
    let settings = checked_http::Settings::new(webhook_reach(config), accounting_http::TIMEOUT);
    HttpPrograms::new(settings).map_err(|error| StartError::Client(error.into()))
}

/// The configured clock.
///
/// # Errors
/// [`StartError::ClockOnLiveData`].
pub async fn clock(config: &Config, store: &Store) -> Result<Clock, StartError> {
    use access::AccessStore;
    let Some(start) = config.clock else { return Ok(Clock::system()) };
    if !config.clock_force && store.has_live_key().await? {
        return Err(StartError::ClockOnLiveData);
    }
    tracing::warn!(clock = %start, "clock is set by BILLHOOK_CLOCK: it does not show the real time");
    Ok(Clock::starting_at(start))
}

/// The chain of refresh tokens; `None` when a refresh token that is used twice ends its connection at once.
pub(super) fn refresh_chain(
    config: &Config,
    secrets_key: Option<&SecretsKey>,
) -> Option<RefreshChain> {
    let seconds = i64::try_from(config.oauth_refresh_grace_seconds).unwrap_or_default();
    let grace = time::Duration::seconds(seconds);
    let key = secrets_key.filter(|_| grace.is_positive())?;
    Some(RefreshChain::new(&key.bytes(), grace))
}

/// People sign in at this address, and it issues tokens: plain http is allowed on this machine only.
pub(super) fn check_base_url(base_url: &str) -> Result<(), StartError> {
    let refused = || StartError::PlainHttp(base_url.to_owned());
    is_https_or_here(base_url).then_some(()).ok_or_else(refused)
}

/// Repeated answers are encrypted with the secrets key, so it is required.
pub(super) fn check_refresh_grace(
    config: &Config,
    secrets_key: Option<&SecretsKey>,
) -> Result<(), StartError> {
    let is_possible = config.oauth_refresh_grace_seconds == 0 || secrets_key.is_some();
    is_possible.then_some(()).ok_or(StartError::GraceWithoutKey)
}

/// Connections to PostgreSQL are not encrypted.
pub(super) fn check_database(config: &Config) -> Result<(), StartError> {
    let is_allowed = config.database_clear_text || store::is_on_this_machine(&config.database_url);
    is_allowed.then_some(()).ok_or(StartError::ClearTextDatabase)
}

/// Checks at the start that the secrets key is the one that the stored secrets were encrypted with, before a
/// customer's request fails.
pub(super) async fn check_secrets(config: &Config, store: &Store) -> Result<(), StartError> {
    let now = Clock::system().now();
    if store.compare_secrets_key(now).await? == SecretsKeyFits::Yes {
        return Ok(());
    }
    if !config.accept_lost_secrets {
        return Err(StartError::OtherSecretsKey);
    }
    tracing::warn!(
        "the secrets in the database were encrypted with another key and are lost \
         (BILLHOOK_ACCEPT_LOST_SECRETS): run `billhook oauth rotate-key`, and make webhook secrets anew"
    );
    Ok(store.take_secrets_key(now).await?)
}

/// Behind the proxy that https needs, all clients have the proxy's address: the setting must name the header with the
/// client's address, or say that there is none.
///
/// # Errors
/// [`StartError::ClientAddresses`].
pub fn check_client_addresses(config: &Config) -> Result<(), StartError> {
    let is_said = config.client_address_header.is_some();
    let is_reached = config.base_url.starts_with("https:");
    (is_said || !is_reached).then_some(()).ok_or(StartError::ClientAddresses)
}

/// The bound on documents being sent, half of it for one organization: when the sends of one get nowhere, those of
/// others have room.
pub(super) fn documents_in_flight(config: &Config) -> Room<OrganizationId> {
    let bytes = usize::try_from(config.send_megabytes).unwrap_or(usize::MAX);
    let bytes = bytes.saturating_mul(1024 * 1024).max(1);
    Room::new(bytes, bytes.div_ceil(2))
}

/// The configured sender of mail.
pub(super) fn mailer(config: &Config) -> Result<Mail, StartError> {
    Ok(Mail::new(mail::Settings::new(config.mail_url.clone(), config.mail_from.clone()))?)
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
