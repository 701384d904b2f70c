use crate::{Scope, Scopes};

/// Why a request may not go on. All are answered with 403, but [`AccessError::NoOrganization`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
pub enum AccessError {
    /// The request names no organization.
    #[error("the header X-Organization-Id is missing")]
    NoOrganization,
    /// The key does not reach the named organization, or it does not exist: not distinguished.
    #[error("API key does not have access to this organization")]
    OtherOrganization,
    /// The key, or the role of its owner, lacks a scope.
    #[error("API key does not have scope {scope}", scope = .0)]
    MissingScope(Scope),
    /// A user's key where only a partner's will do.
    #[error("this operation is for partner keys (svc_pk_…)")]
    PartnersOnly,
    /// An access token lacks a scope, or the role of its user does.
    #[error("the access token does not have scope {scope}", scope = .0)]
    MissingTokenScope(Scope),
    /// The role of who signed in lacks a scope.
    #[error("the role in this company does not include {scope}", scope = .0)]
    MissingRoleScope(Scope),
    /// An access token is bound to another organization than the named one.
    #[error("the access token is bound to another organization")]
    TokenOfAnother,
    /// An access token where only a key will do.
    #[error("this operation is for API keys: an access token is not taken here")]
    KeysOnly,
}

impl Scopes {
    /// Whether any of the scopes is in the set.
    ///
    /// # Errors
    /// [`AccessError::MissingScope`] names the first.
    pub(crate) fn require_any(self, scopes: &[Scope]) -> Result<(), AccessError> {
        match scopes {
            [first, ..] if !scopes.iter().any(|scope| self.has(*scope)) => {
                Err(AccessError::MissingScope(*first))
            }
            _ => Ok(()),
        }
    }
}
