//! Forms of pages, and bodies of endpoints: small, each parameter once.

use actix_web::{HttpRequest, http::header};
use api_http::Body;
use oauth::{ErrorCode, OAuthError, Parameters};

/// Bytes of a form at most.
const MAX_FORM: usize = 64 * 1024;

/// Reads a form.
///
/// # Errors
/// `invalid_request` for another type of body, or a long one.
pub(crate) fn read(http: &HttpRequest, Body(bytes): &Body) -> Result<Parameters, OAuthError> {
    let error = |text| Err(OAuthError::new(ErrorCode::InvalidRequest, text));
    if !is_of_type(http, "application/x-www-form-urlencoded") {
        return error("the body must be application/x-www-form-urlencoded");
    }
    if bytes.len() > MAX_FORM {
        return error("the body is too long");
    }
    Ok(Parameters::parse(bytes))
}

/// Whether the body is said to be of this type.
#[must_use]
pub fn is_of_type(http: &HttpRequest, expected: &str) -> bool {
    let value = http.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let name = value.and_then(|value| value.split(';').next());
    name.is_some_and(|name| name.trim().eq_ignore_ascii_case(expected))
}
