use super::failure::OAuthFailure;
use crate::ports::{Ports, Runtime};
use ::sign_in::origin;
use access::AttemptHash;
use oauth::{
    ClientId, NoRoom, PENDING_GRANTS, RECENT_CLIENTS,
    clients::{AuthMethod, Client, ClientMetadata},
    ports::OAuthStore,
    tokens::Secret,
};
use persistence::StoreError;
use std::net::IpAddr;

/// Registers an application (RFC 7591) for a caller at this IP address. The secret is returned only here.
///
/// # Errors
/// [`OAuthFailure`].
pub async fn register<P: Ports>(
    ports: &P,
    body: &[u8],
    from: IpAddr,
) -> Result<(Client, Option<Secret>), OAuthFailure> {
    let metadata = ClientMetadata::read(body, ports.base_url())?;
    let (runtime, from) = (ports.runtime(), origin(from));
    room_for_client(ports, from).await??;
    let secret = match metadata.token_endpoint_auth_method {
        AuthMethod::ClientSecretBasic | AuthMethod::ClientSecretPost => {
            Some(Secret::new(runtime.random()?))
        }
        AuthMethod::None => None,
    };
    let client = Client {
        id: ClientId::new(runtime.random_id().into_bytes()),
        secret_hash: secret.as_ref().map(Secret::hash),
        metadata,
        created_at: runtime.now(),
        fetched_at: None,
    };
    ports.database().add_client(&client, from).await?;
    tracing::info!(client.id = %client.id, "application registered");
    Ok((client, secret))
}

/// Rows stored for callers who did not sign in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct UnauthenticatedRows {
    /// Authorization requests without a decision.
    pub grants: u64,
    /// Clients registered within a day.
    pub clients: u64,
}

/// Counts the rows of unauthenticated callers, which are limited.
///
/// # Errors
/// Storage failures.
pub async fn count_unauthenticated<P: Ports>(ports: &P) -> Result<UnauthenticatedRows, StoreError> {
    let (store, now, anywhere) = (ports.database(), ports.runtime().now(), AttemptHash([0; 16]));
    Ok(UnauthenticatedRows {
        grants: store.pending_grants(anywhere, PENDING_GRANTS.since(now)).await?.in_all.count,
        clients: store.recent_clients(anywhere, RECENT_CLIENTS.since(now)).await?.in_all.count,
    })
}

/// Whether one more client from this IP address may be stored.
pub(super) async fn room_for_client<P: Ports>(
    ports: &P,
    from: AttemptHash,
) -> Result<Result<(), NoRoom>, StoreError> {
    let now = ports.runtime().now();
    let taken = ports.database().recent_clients(from, RECENT_CLIENTS.since(now)).await?;
    Ok(RECENT_CLIENTS.check(taken, now))
}
