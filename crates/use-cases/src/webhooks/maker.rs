//! The creator of an endpoint, as text for people.

use crate::ports::Ports;
use ::sign_in::SignInStore;
use access::{Credential, KeyScope, KeyStore};
use oauth::ports::OAuthStore;
use persistence::StoreError;
use webhooks::{Endpoint, Owner};

/// The name of an endpoint's creator: of a key (or its first characters), of an application, or a person's address.
/// `None` when the creator is unknown or was deleted.
///
/// # Errors
/// Storage failures.
pub async fn maker_name<P: Ports>(
    ports: &P,
    endpoint: &Endpoint,
) -> Result<Option<String>, StoreError> {
    let Some(by) = endpoint.made_by else { return Ok(None) };
    let store = ports.database();
    let name = match (by.who, endpoint.owner) {
        (Credential::Person(user), _) => store.user(user).await.map(|user| user.email),
        (Credential::Connection(id), Owner::Organization(organization)) => {
            let found = store.connection(organization, id).await;
            found.map(|found| found.connection.client_name)
        }
        (Credential::Connection(_), Owner::Partner(_)) => return Ok(None),
        (Credential::Key(id), owner) => {
            let scope = match owner {
                Owner::Organization(organization) => KeyScope::Organization(organization),
                Owner::Partner(partner) => KeyScope::Partner(partner),
            };
            let key = store.key_record(Some(scope), id).await;
            key.map(|key| key.name.unwrap_or(key.hint))
        }
    };
    match name {
        Err(StoreError::NotFound) => Ok(None),
        name => name.map(Some),
    }
}
