//! Error answers that many operations share, for their OpenAPI declarations.
//! They are only described.

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
    /// RATE_LIMITED: the key, or the operation, was used too often in this minute
    #[response(
        status = 429,
        headers(("Retry-After" = u32, description = "Whole seconds until the window ends")),
    )]
    RateLimited(ErrorBody),
    /// SERVICE_UNAVAILABLE: try again after `Retry-After` seconds
    #[response(
        status = 503,
        headers(("Retry-After" = u32, description = "Whole seconds after which to try again")),
    )]
    Unavailable(ErrorBody),
}

/// Any call with a body may be answered with these.
#[derive(IntoResponses)]
pub enum BodyErrors {
    /// REQUEST_TIMEOUT
    #[response(status = 408)]
    TooSlow(ErrorBody),
    /// VALIDATION_ERROR
    #[response(status = 413)]
    TooLarge(ErrorBody),
}

/// NOT_FOUND
#[derive(IntoResponses)]
#[response(status = 404)]
pub struct NotFoundError(pub ErrorBody);

/// CONFLICT
#[derive(IntoResponses)]
#[response(status = 409)]
pub struct ConflictError(pub ErrorBody);

/// RATE_LIMITED
#[derive(IntoResponses)]
#[response(
    status = 429,
    headers(("Retry-After" = u32, description = "Whole seconds after which to try again")),
)]
pub struct RateLimitedError(pub ErrorBody);

/// SERVICE_UNAVAILABLE: too much of this work is asked for at the moment
#[derive(IntoResponses)]
#[response(
    status = 503,
    headers(("Retry-After" = u32, description = "Whole seconds after which to try again")),
)]
pub struct BusyError(pub ErrorBody);

/// VERIFICATION_UNAVAILABLE
#[derive(IntoResponses)]
#[response(status = 503)]
pub struct UnavailableError(pub ErrorBody);

/// UNAUTHORIZED: not signed in
#[derive(IntoResponses)]
#[response(status = 401)]
pub struct SignedOutError(pub ErrorBody);

/// FORBIDDEN: from another site
#[derive(IntoResponses)]
#[response(status = 403)]
pub struct OtherSiteError(pub ErrorBody);
