//! Error answers that many operations share, for their OpenAPI declarations.
#![allow(dead_code)] // they are only described

use super::body::ErrorBody;
use utoipa::IntoResponses;

/// Any call of the Agent API may be answered with these.
#[derive(IntoResponses)]
pub enum CallErrors {
    /// VALIDATION_ERROR
    #[response(status = 400)]
    Invalid(ErrorBody),
    /// UNAUTHORIZED
    #[response(status = 401)]
    Unauthorized(ErrorBody),
    /// FORBIDDEN
    #[response(status = 403)]
    Forbidden(ErrorBody),
}

/// NOT_FOUND
#[derive(IntoResponses)]
#[response(status = 404)]
pub struct NotFoundError(ErrorBody);

/// CONFLICT
#[derive(IntoResponses)]
#[response(status = 409)]
pub struct ConflictError(ErrorBody);

/// VERIFICATION_UNAVAILABLE
#[derive(IntoResponses)]
#[response(status = 503)]
pub struct UnavailableError(ErrorBody);
