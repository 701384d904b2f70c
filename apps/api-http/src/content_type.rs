//! The media type of a body.

use actix_web::{HttpRequest, http::header};

/// Whether `Content-Type` names this type.
#[must_use]
pub fn is_of_type(http: &HttpRequest, expected: &str) -> bool {
    let value = http.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let name = value.and_then(|value| value.split(';').next());
    name.is_some_and(|name| name.trim().eq_ignore_ascii_case(expected))
}
