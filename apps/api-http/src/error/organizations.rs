use super::api_error::ApiError;
use ::organizations::LiveKeyNeeded;
use actix_web::http::StatusCode;
use peppol_connector::registration::{CannotDeactivate, CannotRegister};
use use_cases::network::organizations::{
    ChangeError, ClaimError, ConfirmError, CreateError, EnrollFailure, KeepError,
};

/// The code of both.
const UNAVAILABLE: &str = "VERIFICATION_UNAVAILABLE";

/// 503 with `Retry-After`: live registrations cannot be verified now.
pub fn unverified() -> ApiError {
    ApiError::Coded {
        status: StatusCode::SERVICE_UNAVAILABLE,
        code: UNAVAILABLE,
        message: "live registrations cannot be verified now; try again later".to_owned(),
    }
}

/// 503 without `Retry-After`: trying again changes nothing until the operator has done something.
fn not_verifiable() -> ApiError {
    ApiError::NotSetUp {
        code: UNAVAILABLE,
        message: "this installation verifies no live registrations: its operator has to set up \
                  the tax authority's notices"
            .to_owned(),
    }
}

impl From<EnrollFailure> for ApiError {
    fn from(error: EnrollFailure) -> Self {
        match error {
            EnrollFailure::Token(error) => {
                ApiError::InvalidField { field: "verificationTokenHex", message: reason(&error) }
            }
            EnrollFailure::Cannot(error) => error.into(),
            EnrollFailure::Unverified(cause) => {
                tracing::warn!(error = %cause, "enrollment token cannot be verified now: answered with 503");
                unverified()
            }
            EnrollFailure::NotVerifiable => not_verifiable(),
            EnrollFailure::MigrationCode(error) => {
                ApiError::InvalidField { field: "migrationCode", message: error.to_string() }
            }
            EnrollFailure::Keep(error) => error.into(),
        }
    }
}

/// What is wrong with the token, without its name, which the answer puts in front.
fn reason(error: &peppol_connector::registration::EnrollError) -> String {
    let text = error.to_string();
    text.strip_prefix("verificationTokenHex ").map_or(text.clone(), str::to_owned)
}

impl From<CannotRegister> for ApiError {
    fn from(error: CannotRegister) -> Self {
        match error {
            CannotRegister::LiveAlready => ApiError::Conflict(error.to_string()),
            CannotRegister::NoDic => ApiError::InvalidField {
                field: "dic",
                message: "is missing: the organization would be registered under it".to_owned(),
            },
            CannotRegister::Dic(reason) => ApiError::InvalidField {
                field: "dic",
                message: format!("cannot be registered: {reason}"),
            },
        }
    }
}

impl From<CannotDeactivate> for ApiError {
    fn from(error: CannotDeactivate) -> Self {
        ApiError::Conflict(error.to_string())
    }
}

/// 403: a test key where a live one is needed.
pub(super) fn live_key_needed(error: LiveKeyNeeded) -> ApiError {
    ApiError::Coded { status: StatusCode::FORBIDDEN, code: "FORBIDDEN", message: error.to_string() }
}

impl From<ChangeError> for ApiError {
    fn from(error: ChangeError) -> Self {
        match error {
            ChangeError::Invalid(violations) => violations.into(),
            ChangeError::LiveKey(error) => live_key_needed(error),
            ChangeError::Store(error) => error.into(),
        }
    }
}

impl From<KeepError> for ApiError {
    fn from(error: KeepError) -> Self {
        match error {
            KeepError::Taken(_) => ApiError::Conflict(error.to_string()),
            KeepError::Store(error) => error.into(),
            KeepError::Event(error) => ApiError::internal(error),
        }
    }
}

impl From<ClaimError> for ApiError {
    fn from(error: ClaimError) -> Self {
        let email =
            |message: &str| ApiError::InvalidField { field: "email", message: message.to_owned() };
        match error {
            ClaimError::Cannot(error) => error.into(),
            ClaimError::NoEmail => email("is missing: the confirmation would be sent to it"),
            ClaimError::Email(error) => email(&error.to_string()),
            ClaimError::TokenRequired => ApiError::InvalidField {
                field: "verificationTokenHex",
                message:
                    "is required: the organization's e-mail address was given by a partner, so a \
                          confirmation sent there would prove nothing"
                        .to_owned(),
            },
            ClaimError::Token(error) => {
                ApiError::InvalidField { field: "verificationTokenHex", message: reason(&error) }
            }
            ClaimError::Unverified(cause) => {
                tracing::warn!(error = %cause, "enrollment token cannot be verified now: answered with 503");
                unverified()
            }
            ClaimError::NotVerifiable => not_verifiable(),
            ClaimError::TooManyMails(retry_after) => {
                ApiError::TooMany { message: error.to_string(), retry_after }
            }
            ClaimError::NoRandomness(error) => ApiError::internal(error),
            ClaimError::Store(error) => error.into(),
        }
    }
}

impl From<ConfirmError> for ApiError {
    fn from(error: ConfirmError) -> Self {
        match error {
            ConfirmError::NotFound => ApiError::NotFound("claim"),
            ConfirmError::Collision => ApiError::Coded {
                status: StatusCode::CONFLICT,
                code: "PARTNER_CLAIM_COLLISION",
                message: error.to_string(),
            },
            ConfirmError::Cannot(error) => error.into(),
            ConfirmError::Keep(error) => error.into(),
        }
    }
}

impl From<CreateError> for ApiError {
    fn from(error: CreateError) -> Self {
        use organizations::OrganizationError::{ParticipantTaken, SameDic, SameIco, Store};
        match error {
            CreateError::Refused(Store(error)) => error.into(),
            CreateError::Refused(error @ (SameIco(_) | SameDic(_) | ParticipantTaken)) => {
                ApiError::Conflict(error.to_string())
            }
            CreateError::Event(error) => ApiError::internal(error),
            CreateError::Unwritable(error) => ApiError::internal(error),
        }
    }
}
