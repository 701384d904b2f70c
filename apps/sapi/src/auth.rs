//! `/auth/*`: exchanges client credentials for tokens, and refresh tokens for new pairs.

use crate::{
    call::Visit,
    refused::{Refused, Reply},
};
use actix_web::{
    HttpResponse,
    http::header::{CACHE_CONTROL, HeaderValue},
};
use api_http::{SmallBody, error::ApiError};
use sapi_sk::{Code, RenewRequest, RevokeRequest, TokenKind, TokenRequest, TokenText};
use serde::Serialize;
use time::OffsetDateTime;
use use_cases::sending::sapi::{
    IssuedTokens, issue_tokens, renew_tokens, revoke_token, token_status,
};
use uuid::Uuid;

#[derive(Serialize)]
struct TokenAnswer<'a> {
    access_token: &'a str,
    refresh_token: &'a str,
    token_type: &'static str,
    expires_in: i64,
    refresh_expires_in: i64,
    scope: String,
}

fn issued(tokens: &IssuedTokens) -> HttpResponse {
    let answer = TokenAnswer {
        access_token: tokens.access.expose(),
        refresh_token: tokens.refresh.expose(),
        token_type: "Bearer",
        expires_in: TokenKind::Access.life().whole_seconds(),
        refresh_expires_in: TokenKind::Refresh.life().whole_seconds(),
        scope: tokens.scopes.to_string(),
    };
    let mut response = HttpResponse::Ok().json(answer);
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Exchanges client credentials for an access token and a refresh token.
pub(crate) async fn token(visit: Visit, body: Result<SmallBody, ApiError>) -> Reply {
    let request = TokenRequest::read(&body?.bytes()?)?;
    let base = visit.config.key_rate_per_minute;
    let secret = request.secret.as_ref().map_or("", |secret| secret.expose());
    let issuing = issue_tokens(&*visit, &request, base, visit.address());
    let tokens = visit.try_secret(secret, issuing).await?;
    Ok(issued(&tokens))
}

/// Exchanges a refresh token for a new pair.
pub(crate) async fn renew(visit: Visit, body: Result<SmallBody, ApiError>) -> Reply {
    let request = RenewRequest::read(&body?.bytes()?)?;
    let base = visit.config.key_rate_per_minute;
    let renewal = renew_tokens(&*visit, &request, base);
    let secret = request.refresh_token.as_ref().map_or("", TokenText::expose);
    let tokens = visit.try_secret(secret, renewal).await?;
    Ok(issued(&tokens))
}

#[derive(Serialize)]
struct StatusAnswer {
    valid: bool,
    token_type: &'static str,
    client_id: Uuid,
    #[serde(with = "time::serde::rfc3339")]
    issued_at: OffsetDateTime,
    #[serde(with = "time::serde::rfc3339")]
    expires_at: OffsetDateTime,
    expires_in_seconds: i64,
    should_refresh: bool,
    #[serde(with = "time::serde::rfc3339")]
    refresh_recommended_at: OffsetDateTime,
}

/// The state of a token; an unusable one answers 401.
pub(crate) async fn status(visit: Visit) -> Reply {
    let text = visit.bearer()?;
    let base = visit.config.key_rate_per_minute;
    let token = visit.try_secret(text, token_status(&*visit, text, base)).await?;
    let (now, renew_at) = (visit.clock.now(), token.renew_at());
    Ok(HttpResponse::Ok().json(StatusAnswer {
        valid: true,
        token_type: token.kind.name(),
        client_id: token.key.0,
        issued_at: token.issued_at,
        expires_at: token.expires_at,
        expires_in_seconds: (token.expires_at - now).whole_seconds(),
        should_refresh: renew_at <= now,
        refresh_recommended_at: renew_at,
    }))
}

#[derive(Serialize)]
struct Revoked {}

/// Revokes a token and all tokens of the same grant. An unknown token is no error (RFC 7009, 2.2).
pub(crate) async fn revoke(visit: Visit, body: Result<SmallBody, ApiError>) -> Reply {
    let request = RevokeRequest::read(&body?.bytes()?)?;
    let secret = request.token.as_ref().map_or("", TokenText::expose);
    match visit.try_secret(secret, revoke_token(&*visit, &request)).await {
        Err(Refused(error)) if error.code != Code::INVALID_TOKEN => Err(Refused(error)),
        _ => Ok(HttpResponse::Ok().json(Revoked {})),
    }
}
