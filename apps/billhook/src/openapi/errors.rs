//! Answers that many operations share.

use crate::error::ErrorBody;
use utoipa::IntoResponses;

/// What any call of the Agent API may be answered with.
#[derive(IntoResponses)]
#[allow(dead_code)] // only described
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
#[allow(dead_code)] // only described
pub struct NotFoundError(ErrorBody);

/// CONFLICT
#[derive(IntoResponses)]
#[response(status = 409)]
#[allow(dead_code)] // only described
pub struct ConflictError(ErrorBody);
