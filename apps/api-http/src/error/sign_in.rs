use super::api_error::ApiError;
use actix_web::http::StatusCode;
use refusals::Reason;
use runtime::gate::Busy;
use sign_in::HashError;
use use_cases::people::sign_in::SignInError;

impl From<SignInError> for ApiError {
    /// The answer when a sign-in failed, or when a password or second factor is missing.
    fn from(error: SignInError) -> Self {
        match error {
            error @ SignInError::Wrong => unauthorized(&error.to_string()),
            SignInError::Limited(limited) => ApiError::RateLimited(limited),
            SignInError::Hash(HashError::Busy { retry_after }) => {
                ApiError::Busy(Busy { retry_after })
            }
            SignInError::Store(error) => error.into(),
            error => ApiError::internal(error),
        }
    }
}

/// 401 with a code and a reason.
#[must_use]
pub fn unauthorized(message: &str) -> ApiError {
    let (status, code) = (StatusCode::UNAUTHORIZED, "UNAUTHORIZED");
    ApiError::Coded { status, code, message: Reason::plain(message) }
}
