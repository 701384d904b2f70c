//! SAPI-SK tokens: exchanged, renewed, used, revoked. A client is an API key of an organization; when the key is
//! revoked, its tokens end too.

use crate::{
    context::Context,
    people::secrets::{new_token, sha256},
    ports::{NoRandomness, Ports, Runtime},
};
use ::sign_in::origin;
use access::{
    AccessError, AccessStore, ApiKeyId, FoundKey, KeyOwner, RateLimited, Tenant, authorize,
};
use persistence::StoreError;
use sapi_sk::{
    Client, Code, FoundToken, GrantId, NewToken, NewTokens, RenewRequest, RevokeRequest, SapiError,
    SapiScope, SapiScopes, TokenId, TokenKind, TokenRecord, TokenRequest, TokenStore, TokenText,
};
use std::{net::IpAddr, num::NonZeroU32};
use time::OffsetDateTime;

/// Why a token was not issued or accepted.
#[derive(Debug, thiserror::Error)]
pub enum TokenError {
    /// The request was refused.
    #[error(transparent)]
    Refused(#[from] SapiError),
    /// The client has made too many requests.
    #[error(transparent)]
    RateLimited(#[from] RateLimited),
    /// Storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No random token could be made.
    #[error(transparent)]
    NoRandomness(#[from] NoRandomness),
}

impl From<AccessError> for TokenError {
    fn from(error: AccessError) -> Self {
        SapiError::new(Code::INSUFFICIENT_SCOPE, error.to_string()).into()
    }
}

/// A pair of tokens with their texts, which are shown only once.
#[derive(Debug)]
pub struct IssuedTokens {
    /// The access token, for calls.
    pub access: TokenText,
    /// The refresh token, for the next pair.
    pub refresh: TokenText,
    /// The scopes of both tokens.
    pub scopes: SapiScopes,
}

/// An authenticated caller.
#[derive(Debug, Clone)]
pub struct SapiCaller {
    /// The organization and the tier of its client.
    pub tenant: Tenant,
    /// The stored access token.
    pub token: TokenRecord,
}

impl SapiCaller {
    /// The context for a use case, if the token and its client still have the scope.
    ///
    /// # Errors
    /// 403 without the scope.
    pub fn context<'a, P: Ports>(
        &self,
        ports: &'a P,
        scope: SapiScope,
    ) -> Result<Context<'a, P>, SapiError> {
        if !self.token.scopes.allowed_by(self.tenant.scopes).has(scope) {
            let message = format!("the token does not have the scope {}", scope.name());
            return Err(SapiError::new(Code::INSUFFICIENT_SCOPE, message));
        }
        let context = Context::new(ports, self.tenant.organization, self.tenant.tier);
        Ok(context.by(self.tenant.credential))
    }
}

/// Exchanges client credentials for tokens. `base` is the limit of the smallest plan, in requests a minute.
///
/// # Errors
/// [`TokenError`]; 423 after repeated failures of one client from one address.
pub async fn issue_tokens<P: Ports>(
    ports: &P,
    request: &TokenRequest,
    base: NonZeroU32,
    from: IpAddr,
) -> Result<IssuedTokens, TokenError> {
    let from = origin(from);
    let (database, now) = (ports.database(), ports.runtime().now());
    let wrong = || SapiError::new(Code::WRONG_CREDENTIALS, "no client has these credentials");
    let id = request.client.ok_or_else(wrong)?;
    let client = database.api_client(id, from).await?.ok_or_else(wrong)?;
    if let Some(seconds) = client.failures.locked_for(now) {
        return Err(locked(seconds).into());
    }
    // counted before the secret is checked, so that concurrent requests cannot exceed the limit of failures
    let before = database.count_attempt(id, from, now).await?;
    if let Some(seconds) = before.locked_for(now) {
        return Err(locked(seconds).into());
    }
    let Some(found) = right_key(ports, request, &client, now).await? else {
        let failures = before.with_failure(now);
        tracing::warn!(client.id = %id, failures.count, "SAPI-SK client sent wrong credentials");
        return Err(failures.locked_for(now).map_or_else(wrong, locked).into());
    };
    match granted(ports, request, &found, now, base) {
        Ok((issued, tokens)) => {
            database.add_tokens(&tokens, from).await?;
            tracing::info!(client.id = %id, grant.id = %tokens.grant, "SAPI-SK tokens issued");
            Ok(issued)
        }
        Err(refused) => {
            database.forget_failures(id, from).await?;
            Err(refused)
        }
    }
}

/// The key of a client, if the secret matches and the key is valid. Counts a request of the client; a wrong secret is
/// not counted there.
async fn right_key<P: Ports>(
    ports: &P,
    request: &TokenRequest,
    client: &Client,
    now: OffsetDateTime,
) -> Result<Option<FoundKey>, StoreError> {
    let Some(secret) = &request.secret else { return Ok(None) };
    let hash = sha256(secret.expose().as_bytes());
    if hash != client.secret_hash {
        return Ok(None);
    }
    ports.database().use_key(&hash, None, now).await
}

/// A first pair of tokens for a client: with the requested scopes that the client has.
fn granted<P: Ports>(
    ports: &P,
    request: &TokenRequest,
    found: &FoundKey,
    now: OffsetDateTime,
    base: NonZeroU32,
) -> Result<(IssuedTokens, NewTokens), TokenError> {
    let scopes = request.scopes.allowed_by(tenant(found, now, base)?.scopes);
    if scopes.is_empty() {
        let message = "the client has none of these scopes";
        return Err(SapiError::new(Code::INVALID_SCOPE, message).into());
    }
    let grant = GrantId(ports.runtime().new_id());
    Ok(new_pair(ports, grant, found.key.id, scopes, now)?)
}

/// Exchanges a refresh token for a new pair and marks it as used. A token that is used twice was stolen from this
/// client, or by it, so all tokens of the same grant are revoked (RFC 9700, 4.14.2).
///
/// # Errors
/// [`TokenError`].
pub async fn renew_tokens<P: Ports>(
    ports: &P,
    request: &RenewRequest,
    base: NonZeroU32,
) -> Result<IssuedTokens, TokenError> {
    let (database, now) = (ports.database(), ports.runtime().now());
    let presented = request.refresh_token.as_ref();
    let FoundToken { token, .. } = find_token(ports, presented).await?;
    if token.kind != TokenKind::Refresh {
        return Err(SapiError::new(Code::INVALID_TOKEN, "this is no refresh token").into());
    }
    if token.ended_at.is_some() {
        return Err(spent_twice(ports, &token, now).await);
    }
    usable(ports, presented, now, base).await?;
    let (issued, tokens) = new_pair(ports, token.grant, token.key, token.scopes, now)?;
    match database.renew_tokens(token.id, &tokens).await {
        Err(StoreError::Conflict) => Err(spent_twice(ports, &token, now).await),
        renewed => Ok(renewed.map(|()| issued)?),
    }
}

async fn spent_twice<P: Ports>(ports: &P, token: &TokenRecord, now: OffsetDateTime) -> TokenError {
    tracing::warn!(client.id = %token.key, grant.id = %token.grant, "SAPI-SK refresh token used again: all tokens of its grant are revoked");
    match ports.database().revoke_grant(token.grant, now).await {
        Ok(()) => {
            let message = "the refresh token was used or revoked before: authenticate again";
            SapiError::new(Code::REVOKED_TOKEN, message).into()
        }
        Err(error) => error.into(),
    }
}

/// Authenticates an access token. Counts a request of the client.
///
/// # Errors
/// [`TokenError`].
pub async fn use_token<P: Ports>(
    ports: &P,
    text: &str,
    base: NonZeroU32,
) -> Result<SapiCaller, TokenError> {
    let text = TokenText::parse(text);
    let caller = usable(ports, text.as_ref(), ports.runtime().now(), base).await?;
    if caller.token.kind != TokenKind::Access {
        return Err(SapiError::new(Code::INVALID_TOKEN, "this is no access token").into());
    }
    Ok(caller)
}

/// A valid token of either kind. Counts a request of the client.
///
/// # Errors
/// [`TokenError`].
pub async fn token_status<P: Ports>(
    ports: &P,
    text: &str,
    base: NonZeroU32,
) -> Result<TokenRecord, TokenError> {
    let text = TokenText::parse(text);
    Ok(usable(ports, text.as_ref(), ports.runtime().now(), base).await?.token)
}

/// Revokes a token with all tokens of the same grant.
///
/// # Errors
/// [`TokenError`] for an unknown token.
pub async fn revoke_token<P: Ports>(ports: &P, request: &RevokeRequest) -> Result<(), TokenError> {
    let FoundToken { token, .. } = find_token(ports, request.token.as_ref()).await?;
    ports.database().revoke_grant(token.grant, ports.runtime().now()).await?;
    tracing::info!(client.id = %token.key, grant.id = %token.grant, "SAPI-SK tokens revoked");
    Ok(())
}

async fn find_token<P: Ports>(
    ports: &P,
    text: Option<&TokenText>,
) -> Result<FoundToken, TokenError> {
    let unknown = || SapiError::new(Code::INVALID_TOKEN, "no such token was issued");
    let text = text.ok_or_else(unknown)?;
    let found = ports.database().token(&sha256(text.expose().as_bytes())).await?;
    Ok(found.ok_or_else(unknown)?)
}

async fn usable<P: Ports>(
    ports: &P,
    text: Option<&TokenText>,
    now: OffsetDateTime,
    base: NonZeroU32,
) -> Result<SapiCaller, TokenError> {
    let FoundToken { token, organization, client_hash } = find_token(ports, text).await?;
    let revoked = || SapiError::new(Code::REVOKED_TOKEN, "the token was renewed or revoked");
    if token.ended_at.is_some() {
        return Err(revoked().into());
    }
    if token.expires_at <= now {
        return Err(SapiError::new(Code::EXPIRED_TOKEN, "the token has expired").into());
    }
    let found = ports.database().use_key(&client_hash, Some(organization), now).await?;
    let tenant = tenant(&found.ok_or_else(revoked)?, now, base)?;
    Ok(SapiCaller { tenant, token })
}

/// The tenant of a client, unless its rate limit is reached.
fn tenant(found: &FoundKey, now: OffsetDateTime, base: NonZeroU32) -> Result<Tenant, TokenError> {
    let limit = found.key.requests_per_minute(base);
    found.window.check(now.unix_timestamp(), limit)?;
    let organization = match found.key.owner {
        KeyOwner::User { organization, .. } => Some(organization),
        KeyOwner::Partner(_) => None,
    };
    Ok(authorize(&found.key, organization, found.managed)?)
}

fn locked(seconds: u32) -> SapiError {
    let message = "the client is locked after repeated failures";
    SapiError::new(Code::LOCKED, message).after(seconds)
}

fn new_pair<P: Ports>(
    ports: &P,
    grant: GrantId,
    key: ApiKeyId,
    scopes: SapiScopes,
    issued_at: OffsetDateTime,
) -> Result<(IssuedTokens, NewTokens), NoRandomness> {
    let runtime = ports.runtime();
    let one = |kind| {
        let text = TokenText::new(kind, &new_token(runtime.random()?));
        let hash = sha256(text.expose().as_bytes());
        Ok((NewToken { id: TokenId(runtime.new_id()), hash }, text))
    };
    let (access, access_text) = one(TokenKind::Access)?;
    let (refresh, refresh_text) = one(TokenKind::Refresh)?;
    let issued = IssuedTokens { access: access_text, refresh: refresh_text, scopes };
    Ok((issued, NewTokens { grant, key, scopes, access, refresh, issued_at }))
}
