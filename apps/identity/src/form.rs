//! Forms of pages, and bodies of endpoints: small, each parameter once.

use actix_web::{HttpRequest, http::header};
use api_http::SmallBody;
use oauth::{ErrorCode, OAuthError, Parameters};

/// Reads a form.
///
/// # Errors
/// `invalid_request` for another type of body, or a long one.
pub(crate) fn read(
    http: &HttpRequest,
    SmallBody(bytes): &SmallBody,
) -> Result<Parameters, OAuthError> {
    let error = |text| Err(OAuthError::new(ErrorCode::InvalidRequest, text));
    if !is_of_type(http, "application/x-www-form-urlencoded") {
        return error("the body must be application/x-www-form-urlencoded");
    }
    match bytes {
        Some(bytes) => Ok(Parameters::parse(bytes)),
        None => error("the body is too long"),
    }
}

/// Whether the body is said to be of this type.
#[must_use]
pub fn is_of_type(http: &HttpRequest, expected: &str) -> bool {
    let value = http.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let name = value.and_then(|value| value.split(';').next());
    name.is_some_and(|name| name.trim().eq_ignore_ascii_case(expected))
}
