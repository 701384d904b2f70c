//! Forms of pages, and bodies of endpoints: small, each parameter once.

use actix_web::HttpRequest;
use api_http::{SmallBody, is_of_type};
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
