//! Mails about connections.

use crate::{ledger::unsent_mail::UnsentMail, ports::Ports};
use access::{ConnectionId, OrganizationId, Tier};
use notifications::{
    Address, AppConnection, DedupKey, EmailContent, Mailer, app_connected, app_disconnected,
};
use oauth::{connections::FoundConnection, ports::OAuthStore};
use persistence::StoreError;
use time::OffsetDateTime;

/// Tells a user of a new connection by mail. Repeating it sends the same mail.
///
/// # Errors
/// [`UnsentMail`].
pub async fn send_connected_mail<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    id: ConnectionId,
) -> Result<(), UnsentMail> {
    let Some(found) = found(ports, organization, id).await? else { return Ok(()) };
    let at = found.connection.created_at;
    send(ports, &found, ("connected", at), app_connected).await
}

/// Tells a user by mail that a connection was ended because one of its secrets was used twice.
///
/// # Errors
/// [`UnsentMail`].
pub async fn send_ended_mail<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    id: ConnectionId,
) -> Result<(), UnsentMail> {
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
) -> Result<(), UnsentMail> {
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
    tracing::info!(org.id = %connection.organization, connection.id = %connection.id, about, "connection mail handed to the mail server");
    Ok(())
}
