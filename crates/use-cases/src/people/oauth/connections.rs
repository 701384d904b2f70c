//! The end of connections: revoked by the client or by a person; introspection and purging.

use super::{OAuthFailure, token::proven_client};
use crate::ports::{Ports, Runtime};
use ::sign_in::{Membership, SignInStore};
use access::{ConnectionId, OrganizationId, Role, UserId};
use oauth::{
    Parameters,
    authorizations::{GRANT_KEPT_FOR, GRANT_VALID_FOR, Resource},
    clients::{CLIENT_UNUSED_FOR, Client},
    connections::{Connection, RevokedBecause},
    ports::{ConnectionFilter, OAuthStore},
    tokens::{AccessClaims, Introspection, SecretHash},
};
use persistence::StoreError;

/// The connection of a client's token, whichever kind of token it is: `token_type_hint` is not binding (RFC 7009,
/// 2.1).
async fn connection_of<P: Ports>(
    ports: &P,
    client: &Client,
    token: &str,
) -> Result<Option<(OrganizationId, ConnectionId)>, StoreError> {
    let (store, now) = (ports.database(), ports.runtime().now());
    if let Some((_, found)) = store.refresh_token(&SecretHash::of(token)).await? {
        let own = found.connection.client == client.id;
        return Ok(own.then_some((found.connection.organization, found.connection.id)));
    }
    let claims = ports.signing().read(store, token, now).await?.ok();
    let own = claims.filter(|claims| claims.client_id == client.id);
    Ok(own.map(|claims| (claims.org_id, claims.connection_id)))
}

/// Revokes a client's token and ends its connection (RFC 7009). An unknown token is no error.
///
/// # Errors
/// [`OAuthFailure`].
pub async fn revoke<P: Ports>(
    ports: &P,
    authorization: Option<&str>,
    form: &Parameters,
) -> Result<(), OAuthFailure> {
    let client = proven_client(ports, authorization, form).await?;
    let Some(token) = form.token("token")? else { return Ok(()) };
    if let Some((organization, id)) = connection_of(ports, &client, token).await? {
        end(ports, organization, id, RevokedBecause::Client).await?;
    }
    Ok(())
}

/// Introspects a client's own token (RFC 7662). Tokens of other clients are reported as inactive.
///
/// # Errors
/// [`OAuthFailure`].
pub async fn introspect<P: Ports>(
    ports: &P,
    authorization: Option<&str>,
    form: &Parameters,
) -> Result<Introspection, OAuthFailure> {
    let client = proven_client(ports, authorization, form).await?;
    let Some(token) = form.token("token")? else { return Ok(Introspection::default()) };
    let (store, now) = (ports.database(), ports.runtime().now());
    if let Some((token, found)) = store.refresh_token(&SecretHash::of(token)).await? {
        let connection = &found.connection;
        let active =
            connection.client == client.id && token.usable(now).is_ok() && found.stands(now);
        return Ok(Introspection { active, ..Introspection::default() });
    }
    let Some(claims) = ports.signing().read(store, token, now).await?.ok() else {
        return Ok(Introspection::default());
    };
    let active = claims.client_id == client.id && stands(ports, &claims).await?;
    Ok(match active {
        true => Introspection { active, token_type: Some("Bearer"), claims: Some(claims) },
        false => Introspection::default(),
    })
}

async fn stands<P: Ports>(ports: &P, claims: &AccessClaims) -> Result<bool, StoreError> {
    let now = ports.runtime().now();
    if claims.check(ports.base_url(), &Resource::ALL, now).is_err() {
        return Ok(false);
    }
    match ports.database().connection(claims.org_id, claims.connection_id).await {
        Err(StoreError::NotFound) => Ok(false),
        found => Ok(found?.stands(now)),
    }
}

/// Ends a connection on behalf of a person. Repeating it changes nothing.
///
/// # Errors
/// [`StoreError::NotFound`].
pub async fn end_connection<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    id: ConnectionId,
) -> Result<(), StoreError> {
    end(ports, organization, id, RevokedBecause::User).await
}

async fn end<P: Ports>(
    ports: &P,
    organization: OrganizationId,
    id: ConnectionId,
    why: RevokedBecause,
) -> Result<(), StoreError> {
    let now = ports.runtime().now();
    let ended = ports.database().revoke_connection(organization, id, why, None, now).await?;
    if ended {
        tracing::info!(
            org.id = %organization, connection.id = %id, why = why.name(), "connection of an application ended"
        );
    }
    Ok(())
}

/// Deletes ended requests, codes, refresh tokens and sessions, and unused clients. Returns how many rows.
///
/// # Errors
/// Storage failures.
pub async fn purge<P: Ports>(ports: &P) -> Result<usize, StoreError> {
    let (store, now) = (ports.database(), ports.runtime().now());
    let purged = store.purge_oauth(now - GRANT_KEPT_FOR, now - CLIENT_UNUSED_FOR).await?;
    let pending = store.purge_pending_grants(now - GRANT_VALID_FOR).await?;
    Ok(purged + pending + store.purge_sessions(now).await?)
}

/// Maximum number of connections of a company that are shown, active or ended. Older ones are shown as long as they
/// are active, so that each can be ended.
const SHOWN: u16 = 100;

/// A connection as a user sees it.
#[derive(Debug)]
pub struct VisibleConnection {
    pub connection: Connection,
    pub organization_name: String,
}

/// Whether a role sees all connections of a company; other members see their own.
const fn sees_all(role: Role) -> bool {
    matches!(role, Role::Owner | Role::Admin)
}

/// The connections that a user sees, grouped by company, newest first.
///
/// # Errors
/// Storage failures.
pub async fn visible_connections<P: Ports>(
    ports: &P,
    user: UserId,
) -> Result<Vec<VisibleConnection>, StoreError> {
    let mut all = Vec::new();
    for Membership { organization, name, role } in ports.database().memberships(user).await? {
        let of_user = (!sees_all(role)).then_some(user);
        let filter = ConnectionFilter { organization, user: of_user, unrevoked: false };
        let rows = newest_and_standing(ports, filter).await?;
        let visible =
            |connection| VisibleConnection { connection, organization_name: name.clone() };
        all.extend(rows.into_iter().map(visible));
    }
    Ok(all)
}

/// The newest connections, and the older ones that are still active.
async fn newest_and_standing<P: Ports>(
    ports: &P,
    filter: ConnectionFilter,
) -> Result<Vec<Connection>, StoreError> {
    let (store, now) = (ports.database(), ports.runtime().now());
    let newest = store.connections(filter, None, SHOWN).await?;
    let (mut after, mut all) = (newest.next(), newest.rows);
    let older = ConnectionFilter { unrevoked: true, ..filter };
    while after.is_some() {
        let page = store.connections(older, after, SHOWN).await?;
        after = page.next();
        all.extend(page.rows.into_iter().filter(|connection| connection.is_active(now)));
    }
    Ok(all)
}

/// Ends a connection that a user sees.
///
/// # Errors
/// [`StoreError::NotFound`] for a connection that the user does not see.
pub async fn end_visible_connection<P: Ports>(
    ports: &P,
    user: UserId,
    organization: OrganizationId,
    id: ConnectionId,
) -> Result<(), StoreError> {
    let store = ports.database();
    let found = store.connection(organization, id).await?;
    let memberships = store.memberships(user).await?;
    let member = memberships.iter().find(|known| known.organization == organization);
    let role = member.map(|known| known.role);
    // a user may end their own connections even after leaving the company
    if found.connection.user != user && !role.is_some_and(sees_all) {
        return Err(StoreError::NotFound);
    }
    end_connection(ports, organization, id).await
}
