//! Calls with an access token of OAuth.

use crate::error::{ApiError, TokenRefused};
use access::ConnectionAccess;
use actix_web::{HttpMessage, HttpRequest, http::header};
use oauth::{ClientId, OAuthError, authorizations::Resource};
use runtime::wiring::App;
use use_cases::people::oauth::{BearerCall, BearerError, bearer_call};

/// The application that made a request, for its log line.
#[derive(Debug, Clone)]
pub(crate) struct CallingApp {
    pub(crate) connection: access::ConnectionId,
    pub(crate) client: ClientId,
}

/// The token of `Authorization: Bearer …`. A token in the query is ignored (OAuth 2.1, 5.1).
#[must_use]
pub fn bearer_token(http: &HttpRequest) -> Option<&str> {
    let header = http.headers().get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = header.split_once(' ')?;
    scheme.eq_ignore_ascii_case("Bearer").then(|| token.trim())
}

/// The access that the token of a call to the Agent API grants.
pub(crate) async fn access(http: &HttpRequest, app: &App) -> Result<ConnectionAccess, ApiError> {
    let refused = |error: Option<OAuthError>| {
        ApiError::Token(TokenRefused::of(error, Resource::AgentApi, &app.config.base_url))
    };
    if !http.headers().contains_key(header::AUTHORIZATION) {
        return Err(refused(None));
    }
    let invalid = || refused(Some(oauth::tokens::invalid_token("not a bearer token")));
    let token = bearer_token(http).ok_or_else(invalid)?;
    let call = bearer_call(app, token, &[Resource::AgentApi]).await;
    let call = call.map_err(|error| match error {
        BearerError::Token(error) => refused(Some(error)),
        BearerError::Limited(limited) => ApiError::RateLimited(limited),
        BearerError::Store(error) => error.into(),
    })?;
    let BearerCall { found, scopes, .. } = &call;
    let connection = &found.connection;
    http.extensions_mut()
        .insert(CallingApp { connection: connection.id, client: connection.client.clone() });
    http.extensions_mut().insert(connection.organization);
    let base = app.config.key_rate_per_minute;
    call.check_rate(base, app.clock.now().unix_timestamp()).map_err(ApiError::RateLimited)?;
    Ok(ConnectionAccess {
        id: connection.id,
        user: connection.user,
        organization: connection.organization,
        tier: connection.tier,
        scopes: scopes.api,
        plan: found.plan,
    })
}
