use super::failure::OAuthFailure;
use crate::{Ports, Runtime};
use oauth::{
    ClientId,
    clients::{AuthMethod, Client, ClientMetadata},
    ports::OAuthStore,
    tokens::Secret,
};

/// Registers an application (RFC 7591). The secret is shown this once.
///
/// # Errors
/// [`OAuthFailure`].
pub async fn register<P: Ports>(
    ports: &P,
    body: &[u8],
) -> Result<(Client, Option<Secret>), OAuthFailure> {
    let metadata = ClientMetadata::read(body, ports.base_url())?;
    let runtime = ports.runtime();
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
    ports.database().add_client(&client).await?;
    tracing::info!(client.id = %client.id, "an application registered");
    Ok((client, secret))
}
