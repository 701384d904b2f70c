use super::{api_error::ApiError, service_refused::RegistrationRefused};
use ::organizations::LiveKeyNeeded;
use actix_web::http::StatusCode;
use peppol_connector::registration::{
    CannotDeactivate, CannotRegister, EnrollError, MAX_TOKEN_LENGTH,
};
use refusals::Reason;
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
        message: RegistrationRefused::Unverified.into(),
    }
}

/// 503 without `Retry-After`: a retry fails until the operator has fixed the configuration.
fn not_verifiable() -> ApiError {
    ApiError::NotSetUp { code: UNAVAILABLE, message: RegistrationRefused::NotVerifiable.into() }
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
                ApiError::InvalidField { field: "migrationCode", message: error.into() }
            }
            EnrollFailure::Keep(error) => error.into(),
        }
    }
}

/// What is wrong with the token, without its name, which the answer adds at the front.
fn reason(error: &EnrollError) -> Reason {
    match error {
        EnrollError::Missing => RegistrationRefused::NoToken,
        EnrollError::NotHex => RegistrationRefused::NotHex { most: MAX_TOKEN_LENGTH },
        EnrollError::Invalid => RegistrationRefused::InvalidToken,
    }
    .into()
}

impl From<CannotRegister> for ApiError {
    fn from(error: CannotRegister) -> Self {
        match error {
            CannotRegister::LiveAlready => ApiError::Conflict(error.into()),
            CannotRegister::NoDic => {
                ApiError::InvalidField { field: "dic", message: RegistrationRefused::NoDic.into() }
            }
            CannotRegister::Dic(reason) => ApiError::InvalidField {
                field: "dic",
                message: RegistrationRefused::Dic { reason }.into(),
            },
        }
    }
}

impl From<CannotDeactivate> for ApiError {
    fn from(error: CannotDeactivate) -> Self {
        ApiError::Conflict(error.into())
    }
}

/// 403: a test key where a live one is needed.
pub(super) fn live_key_needed(error: LiveKeyNeeded) -> ApiError {
    ApiError::Coded { status: StatusCode::FORBIDDEN, code: "FORBIDDEN", message: error.into() }
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
            KeepError::Taken(_) => ApiError::Conflict(error.into()),
            KeepError::Store(error) => error.into(),
            KeepError::Event(error) => ApiError::internal(error),
        }
    }
}

impl From<ClaimError> for ApiError {
    fn from(error: ClaimError) -> Self {
        let email = |message: Reason| ApiError::InvalidField { field: "email", message };
        match error {
            ClaimError::Cannot(error) => error.into(),
            ClaimError::NoEmail => email(RegistrationRefused::NoEmail.into()),
            ClaimError::Email(error) => email(error.into()),
            ClaimError::TokenRequired => ApiError::InvalidField {
                field: "verificationTokenHex",
                message: RegistrationRefused::TokenRequired.into(),
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
                ApiError::TooMany { message: error.into(), retry_after }
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
                message: error.into(),
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
                ApiError::Conflict(error.into())
            }
            CreateError::Event(error) => ApiError::internal(error),
            CreateError::Unwritable(error) => ApiError::internal(error),
        }
    }
}
