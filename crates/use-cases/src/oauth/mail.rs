//! Mails about connections.

use crate::Ports;
use ::oauth::{FoundConnection, OAuthStore};
use access::{ConnectionId, OrganizationId, Tier};
use notifications::{
    Address, AddressError, AppConnection, DedupKey, EmailContent, KeyError, MailError, Mailer,
    app_connected, app_disconnected,
};
use persistence::StoreError;
use time::OffsetDateTime;

/// Why the mail was not handed over.
#[derive(Debug, thiserror::Error)]
pub enum ConnectionMailError {
    /// The mailer.
    #[error(transparent)]
    Mail(#[from] MailError),
    /// The user's address is none that mail can be sent to.
    #[error("the user's e-mail address {0}")]
    Address(#[from] AddressError),
    /// The connection's id makes no key.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// Storage.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl ConnectionMailError {
    /// Whether another attempt may have another end.
    #[must_use]
    pub const fn is_final(&self) -> bool {
        matches!(
            self,
            ConnectionMailError::Mail(MailError::Refused(_))
                | ConnectionMailError::Address(_)
                | ConnectionMailError::Key(_)
        )
    }
}

/// Tells a user of a new connection. Sent twice it is the same mail.
///
/// # Errors
/// [`ConnectionMailError`].
pub async fn send_connected_mail<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    id: ConnectionId,
) -> Result<(), ConnectionMailError> {
    let Some(found) = found(ports, organization, id).await? else { return Ok(()) };
    let at = found.connection.created_at;
    send(ports, &found, ("connected", at), app_connected).await
}

/// Tells a user of a connection that was ended because a secret of it was used twice.
///
/// # Errors
/// [`ConnectionMailError`].
pub async fn send_ended_mail<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    id: ConnectionId,
) -> Result<(), ConnectionMailError> {
    let Some(found) = found(ports, organization, id).await? else { return Ok(()) };
    match found.connection.revoked {
        Some((at, why)) if why.is_theft() => {
            send(ports, &found, ("ended", at), app_disconnected).await
        }
        _ => Ok(()),
    }
}

async fn found<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    id: ConnectionId,
) -> Result<Option<FoundConnection>, StoreError> {
    match ports.database().connection(organization, id).await {
        Err(StoreError::NotFound) => Ok(None),
        found => found.map(Some),
    }
}

async fn send<P: Ports>(
    ports: &P,
    found: &FoundConnection,
    (about, at): (&str, OffsetDateTime),
    write: fn(&AppConnection<'_>) -> EmailContent,
) -> Result<(), ConnectionMailError> {
    let connection = &found.connection;
    let to = Address::parse(&found.email)?;
    let key = DedupKey::parse(&format!("app-{about}-{}", connection.id))?;
    let content = write(&AppConnection {
        app: &connection.client_name,
        host: &connection.redirect_host,
        organization: &found.organization_name,
        scopes: &connection.scopes.to_string(),
        is_live: connection.tier == Tier::Live,
        at,
        page: &format!("{}/connections", ports.base_url()),
    });
    ports.mailer().send(&content.to(to, key)).await?;
    tracing::info!(org.id = %connection.organization, connection.id = %connection.id, about, "mail");
    Ok(())
}
