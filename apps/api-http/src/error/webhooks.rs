use super::{api_error::ApiError, service_refused::ServiceRefused};
use actix_web::http::StatusCode;
use persistence::StoreError;
use refusals::Reason;
use use_cases::webhooks::WebhookError;
use webhooks::endpoints::Refused;

impl From<WebhookError> for ApiError {
    fn from(error: WebhookError) -> Self {
        match error {
            WebhookError::Invalid(violations) => violations.into(),
            WebhookError::Refused(refused) => refused.into(),
            error @ (WebhookError::TooManyRotations(_)
            | WebhookError::NotRedeliverable(_)
            | WebhookError::AlreadyMade
            | WebhookError::AlreadyRotated
            | WebhookError::ManagesNone) => ApiError::Conflict(error.into()),
            WebhookError::SignInAgain => {
                let (status, code) = (StatusCode::FORBIDDEN, "RECENT_SIGN_IN_REQUIRED");
                ApiError::Coded { status, code, message: error.into() }
            }
            WebhookError::NeverEmitted => {
                ApiError::InvalidField { field: "event", message: error.into() }
            }
            WebhookError::Store(StoreError::NotFound) => ApiError::NotFound("webhook"),
            WebhookError::Store(error) => error.into(),
            error @ (WebhookError::NoRandomness(_) | WebhookError::Unwritable(_)) => {
                ApiError::internal(error)
            }
        }
    }
}

/// 503 without `Retry-After`: the operator has to configure the key first.
pub fn no_secrets_key() -> ApiError {
    ApiError::NotSetUp { code: "SERVICE_UNAVAILABLE", message: ServiceRefused::NoSecretsKey.into() }
}

impl From<Refused> for ApiError {
    fn from(refused: Refused) -> Self {
        let message = Reason::from(&refused);
        match refused {
            Refused::Plan(_) => ApiError::Coded {
                status: StatusCode::FORBIDDEN,
                code: "PLAN_FEATURE_UNAVAILABLE",
                message,
            },
            Refused::TooMany => ApiError::Conflict(message),
            invalid @ Refused::Invalid(_) => WebhookError::from(invalid).into(),
        }
    }
}
