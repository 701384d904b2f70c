use crate::{
    AccessError, ApiKeyId, ConnectionId, CredentialId, OrganizationId, Plan, Scopes, Tier, UserId,
};
use serde::{Deserialize, Serialize};

/// The credential of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "id", rename_all = "snake_case")]
pub enum Credential {
    /// An API key.
    Key(ApiKeyId),
    /// An access token of a connection.
    Connection(ConnectionId),
    /// A session in a browser.
    Person(UserId),
}

impl Credential {
    /// The name of its kind, as stored.
    #[must_use]
    pub const fn kind(self) -> &'static str {
        match self {
            Credential::Key(_) => "key",
            Credential::Connection(_) => "connection",
            Credential::Person(_) => "person",
        }
    }

    /// Its id, as it is kept beside its kind.
    #[must_use]
    pub const fn id(self) -> CredentialId {
        match self {
            Credential::Key(ApiKeyId(id))
            | Credential::Connection(ConnectionId(id))
            | Credential::Person(UserId(id)) => CredentialId(id),
        }
    }

    /// The one of a kind and an id.
    #[must_use]
    pub fn of(kind: &str, CredentialId(id): CredentialId) -> Option<Self> {
        let all = [
            Credential::Key(ApiKeyId(id)),
            Credential::Connection(ConnectionId(id)),
            Credential::Person(UserId(id)),
        ];
        all.into_iter().find(|known| known.kind() == kind)
    }

    /// The id of the key.
    ///
    /// # Errors
    /// [`AccessError::KeysOnly`] for an access token.
    pub const fn key(self) -> Result<ApiKeyId, AccessError> {
        match self {
            Credential::Key(id) => Ok(id),
            Credential::Connection(_) | Credential::Person(_) => Err(AccessError::KeysOnly),
        }
    }

    /// Whether there is a person who can be asked before something is decided: a session, and no program.
    #[must_use]
    pub const fn is_interactive(self) -> bool {
        matches!(self, Credential::Person(_))
    }

    /// A refusal in the words of what was shown.
    pub(crate) const fn refused(self, error: AccessError) -> AccessError {
        match (self, error) {
            (Credential::Connection(_), AccessError::MissingScope(scope)) => {
                AccessError::MissingTokenScope(scope)
            }
            (Credential::Person(_), AccessError::MissingScope(scope)) => {
                AccessError::MissingRoleScope(scope)
            }
            (_, error) => error,
        }
    }
}

/// The access of a connection at the time of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConnectionAccess {
    pub id: ConnectionId,
    /// The person who granted access.
    pub user: UserId,
    pub organization: OrganizationId,
    /// Whether it is for the sandbox (test) or production (live).
    pub tier: Tier,
    /// The scopes that the token, the approval and the role have in common.
    pub scopes: Scopes,
    pub plan: Plan,
}
