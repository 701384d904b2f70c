//! Calls with a login session that are answered with JSON.

use crate::{
    Introduction,
    error::{ApiError, unauthorized},
    visitors::{
        same_origin::is_same_origin,
        session::{Visitor, visitor},
    },
};
use access::Counted;
use actix_web::{
    HttpRequest,
    http::{Method, StatusCode},
};
use refusals::Reason;
use runtime::wiring::App;
use std::num::NonZeroU32;
use use_cases::people::sign_in::admit;

/// Refuses a request from a page of another site, because browsers send the cookie with it too.
///
/// # Errors
/// 403.
pub fn from_here(http: &HttpRequest, app: &App) -> Result<(), ApiError> {
    let message = Reason::plain("the request comes from another site");
    let (status, code) = (StatusCode::FORBIDDEN, "FORBIDDEN");
    let is_here = is_same_origin(http, &app.config.base_url);
    is_here.then_some(()).ok_or(ApiError::Coded { status, code, message })
}

/// The caller by the login session; keys are not accepted. A changing request must not come from a page of another
/// site, and the calls of a person per minute are limited.
///
/// # Errors
/// 401 without a session, 403 from another site, 429; storage failures.
pub async fn session_caller(
    http: &HttpRequest,
    app: &App,
    says: Introduction,
    a_minute: NonZeroU32,
) -> Result<Visitor, ApiError> {
    let by_key = ["X-API-Key", "Authorization"].iter().any(|it| http.headers().contains_key(*it));
    let visitor = if by_key { None } else { visitor(http, app).await? };
    let visitor = visitor.ok_or_else(session_only)?;
    if !matches!(*http.method(), Method::GET | Method::HEAD) {
        from_here(http, app)?;
    }
    let user = visitor.signed_in.session.user;
    says.of(user.0);
    admit(app, Counted::Person(user), a_minute).await?.map_err(ApiError::RateLimited)?;
    Ok(visitor)
}

fn session_only() -> ApiError {
    unauthorized("the portal takes its login session alone, and no API key: sign in first")
}
