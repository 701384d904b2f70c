//! Calls with an access token. A token alone never grants access: each call loads its connection, so that a
//! revocation, a changed role or plan takes effect at once, in every process.

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

/// Why a call with a token is refused.
#[derive(Debug, thiserror::Error)]
pub enum BearerError {
    /// The token is not valid (401) or lacks a scope (403).
    #[error(transparent)]
    Token(#[from] OAuthError),
    /// The connection made too many requests in a minute.
    #[error(transparent)]
    Limited(#[from] RateLimited),
    /// Storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A call with a valid token.
#[derive(Debug)]
pub struct BearerCall {
    pub found: FoundConnection,
    /// The effective scopes: the intersection of the token's, the approved ones and those of the role.
    pub scopes: GrantedScopes,
    /// The rate-limit window of the connection, including this request.
    pub window: Window,
}

impl BearerCall {
    /// Checks the rate limit: a connection may make as many requests a minute as a key of the organization
    /// (specification, OAuth 2.1, "Limits and quotas"). `base` is the limit of the smallest plan, in requests a
    /// minute.
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

/// The user of a token (OpenID Connect Core, 5.3): the id, and the claims that the scopes allow. `base` is the limit
/// of the smallest plan, in requests a minute.
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
