//! Calls with an access token. A token alone never decides: each call looks its connection up, so that
//! a revocation, the role and the plan count at once, in every process.

use crate::ports::{Ports, Runtime};
use access::{RateLimited, Window};
use oauth::{
    ErrorCode, OAuthError,
    authorizations::{GrantedScopes, Identity, Resource},
    connections::FoundConnection,
    ports::OAuthStore,
    tokens::{AccessClaims, UserClaims, invalid_token},
};
use persistence::StoreError;
use std::num::NonZeroU32;

/// Why a token gives nothing.
#[derive(Debug, thiserror::Error)]
pub enum BearerError {
    /// 401, or 403 when a scope is missing.
    #[error(transparent)]
    Token(#[from] OAuthError),
    /// Too many requests of the connection in a minute.
    #[error(transparent)]
    Limited(#[from] RateLimited),
    /// Storage.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A call with a token that stands.
#[derive(Debug)]
pub struct BearerCall {
    pub found: FoundConnection,
    /// What it may do now: what the token, the approval and the role have.
    pub scopes: GrantedScopes,
    /// The requests of the connection's minute, with this one.
    pub window: Window,
}

impl BearerCall {
    /// Whether the call may go on: a connection may make as many requests a minute as a key of the
    /// organization (specification, OAuth 2.1, "Limits and quotas"). `base` is what the smallest plan
    /// allows.
    ///
    /// # Errors
    /// [`RateLimited`].
    pub fn check_rate(&self, base: NonZeroU32, now: i64) -> Result<(), RateLimited> {
        self.window.check(now, base.saturating_mul(self.found.plan.request_factor()))
    }
}

/// Checks a token for one of these resources, and counts the call.
///
/// # Errors
/// [`BearerError`].
pub async fn bearer_call<P: Ports>(
    ports: &P,
    token: &str,
    resources: &[Resource],
) -> Result<BearerCall, BearerError> {
    let (store, now) = (ports.database(), ports.runtime().now());
    let claims: AccessClaims = ports.signing().read(store, token, now).await??;
    claims.check(ports.base_url(), resources, now)?;
    let found = store.use_connection(claims.org_id, claims.connection_id, now).await?;
    let (found, window) = found.ok_or_else(|| invalid_token("connection_revoked"))?;
    if !found.stands(now) {
        return Err(invalid_token("connection_revoked").into());
    }
    if !claims.is_of(&found.connection) {
        return Err(invalid_token("the token was not issued here").into());
    }
    Ok(BearerCall { scopes: found.effective(claims.scope), found, window })
}

/// Who the user of a token is (OpenID Connect Core, 5.3): the id, and what the scopes allow. `base` is how
/// many requests a minute the smallest plan allows.
///
/// # Errors
/// [`BearerError`]; `insufficient_scope` without `openid`.
pub async fn user_info<P: Ports>(
    ports: &P,
    token: &str,
    base: NonZeroU32,
) -> Result<(access::UserId, UserClaims), BearerError> {
    let call = bearer_call(ports, token, &Resource::ALL).await?;
    call.check_rate(base, ports.runtime().now().unix_timestamp())?;
    let BearerCall { found, scopes, .. } = call;
    if !scopes.has(Identity::OpenId) {
        let text = "the token lacks the scope openid";
        return Err(OAuthError::new(ErrorCode::InsufficientScope, text).into());
    }
    let about = UserClaims::of(&found.email, found.connection.organization, scopes);
    Ok((found.connection.user, about))
}
