use super::api_error::ApiError;
use access::{AccessError, AddKeyError, GrantError};
use actix_web::http::StatusCode;
use refusals::Reason;
use use_cases::people::keys::KeyError;

impl From<KeyError> for ApiError {
    fn from(error: KeyError) -> Self {
        match error {
            KeyError::Grant(error) => error.into(),
            KeyError::Add(AddKeyError::Store(error)) => error.into(),
            KeyError::Add(AddKeyError::GrantorEnded) => ApiError::Unauthorized,
            KeyError::Add(error @ AddKeyError::TooMany(_)) => {
                forbidden("PLAN_LIMIT_REACHED", error.into())
            }
            error @ KeyError::AlreadyMade => ApiError::Conflict(error.into()),
            error @ KeyError::NoRandomness(_) => ApiError::internal(error),
        }
    }
}

impl From<GrantError> for ApiError {
    fn from(error: GrantError) -> Self {
        let message = error.into();
        let field = match error {
            GrantError::Scope(scope) => return AccessError::MissingScope(scope).into(),
            GrantError::Tier | GrantError::Outlives | GrantError::OtherOwner => {
                return forbidden("FORBIDDEN", message);
            }
            GrantError::Ended => return ApiError::Conflict(message),
            GrantError::NoScopes => "scopes",
            GrantError::Past => "expires_at",
            GrantError::Name => "name",
            GrantError::Overlap => "overlap_hours",
        };
        ApiError::InvalidField { field, message }
    }
}

pub(super) const fn forbidden(code: &'static str, message: Reason) -> ApiError {
    ApiError::Coded { status: StatusCode::FORBIDDEN, code, message }
}
