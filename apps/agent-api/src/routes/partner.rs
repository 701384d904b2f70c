//! What belongs to the partners' portal.

use crate::error::ApiError;
use actix_web::{HttpResponse, http::StatusCode};

/// The portal takes its own login session, and no API key (Authentication, API key 5).
pub async fn portal_only() -> Result<HttpResponse, ApiError> {
    Err(ApiError::Coded {
        status: StatusCode::UNAUTHORIZED,
        code: "UNAUTHORIZED",
        message: "the partner portal needs its login session: an API key is not taken here"
            .to_owned(),
    })
}
