//! The one place that maps what went wrong to HTTP.

use crate::flows::OnceError;
use access::{AccessError, RateLimited};
use actix_web::{HttpResponse, HttpResponseBuilder, ResponseError, http::StatusCode, http::header};
use invoicing::{Violation, ViolationKind, Violations};
use persistence::StoreError;
use serde::Serialize;
use std::{error::Error, fmt};

/// An answer that is an error, in the shape of the specification.
#[derive(Debug)]
pub enum ApiError {
    /// 400 `VALIDATION_ERROR` (or the code of the only kind of violation there is).
    Invalid(Violations),
    /// 400 of a header or the like.
    InvalidField {
        /// Header, query or path parameter.
        field: &'static str,
        /// What is wrong.
        message: String,
    },
    /// 401.
    Unauthorized {
        /// Whether a bearer token came: then `WWW-Authenticate` tells that it is not valid.
        bearer: bool,
    },
    /// 403.
    Forbidden(AccessError),
    /// 404.
    NotFound(&'static str),
    /// 405.
    MethodNotAllowed {
        /// Those that are.
        allowed: &'static str,
    },
    /// 409.
    Conflict(String),
    /// An error of its own status and code, in the standard shape.
    Coded {
        /// HTTP status.
        status: StatusCode,
        /// The code.
        code: &'static str,
        /// For people.
        message: String,
    },
    /// An error in the flat form `{"error":code,"message"}` (Errors, "Non-standard shapes").
    Flat {
        /// HTTP status.
        status: StatusCode,
        /// The code.
        code: &'static str,
        /// For people.
        message: String,
    },
    /// 413.
    TooLarge(usize),
    /// 429.
    RateLimited(RateLimited),
    /// 500; its cause is logged, never shown.
    Internal(Box<dyn Error + Send + Sync>),
}

/// The error envelope: `{"error":{"code","message","details"?}}`.
#[derive(Serialize, utoipa::ToSchema)]
pub struct ErrorBody {
    /// What went wrong.
    pub error: ErrorObject,
}

/// An error.
#[derive(Serialize, utoipa::ToSchema)]
pub struct ErrorObject {
    /// For programs: `VALIDATION_ERROR` and the like.
    pub code: &'static str,
    /// For people; not contractual.
    pub message: String,
    /// Each field that is wrong.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<ErrorDetail>,
}

/// One field that is wrong.
#[derive(Serialize, utoipa::ToSchema)]
pub struct ErrorDetail {
    /// JSON path: `items[1].vat_rate`.
    pub field: String,
    /// What is wrong with it.
    pub message: String,
}

/// The flat form of an error (Errors, "Non-standard shapes" 1).
#[derive(Serialize, utoipa::ToSchema)]
pub struct FlatError {
    /// `INSUFFICIENT_CREDIT` and the like.
    pub error: &'static str,
    /// For people; not contractual.
    pub message: String,
}

impl ApiError {
    /// Any error nobody expected.
    pub fn internal(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        ApiError::Internal(error.into())
    }

    /// Status, code and message.
    pub(crate) fn parts(&self) -> (StatusCode, &'static str, String) {
        match self {
            ApiError::Invalid(violations) => invalid_parts(violations),
            ApiError::InvalidField { field, message } => {
                (StatusCode::BAD_REQUEST, "VALIDATION_ERROR", format!("{field} {message}"))
            }
            ApiError::Unauthorized { .. } => {
                let message = "Missing or invalid API key".to_owned();
                (StatusCode::UNAUTHORIZED, "UNAUTHORIZED", message)
            }
            ApiError::Forbidden(AccessError::NoOrganization) => {
                let message = AccessError::NoOrganization.to_string();
                (StatusCode::BAD_REQUEST, "VALIDATION_ERROR", message)
            }
            ApiError::Forbidden(error) => (StatusCode::FORBIDDEN, "FORBIDDEN", error.to_string()),
            ApiError::NotFound(what) => {
                (StatusCode::NOT_FOUND, "NOT_FOUND", format!("{what} not found"))
            }
            ApiError::MethodNotAllowed { .. } => {
                let message = "this method is not allowed here".to_owned();
                (StatusCode::METHOD_NOT_ALLOWED, "METHOD_NOT_ALLOWED", message)
            }
            ApiError::Conflict(message) => (StatusCode::CONFLICT, "CONFLICT", message.clone()),
            ApiError::Coded { status, code, message }
            | ApiError::Flat { status, code, message } => (*status, *code, message.clone()),
            ApiError::TooLarge(limit) => {
                let message = format!("the body is larger than {limit} bytes");
                (StatusCode::PAYLOAD_TOO_LARGE, "VALIDATION_ERROR", message)
            }
            ApiError::RateLimited(error) => {
                (StatusCode::TOO_MANY_REQUESTS, "RATE_LIMITED", error.to_string())
            }
            ApiError::Internal(_) => {
                let message = "something went wrong on our side".to_owned();
                (StatusCode::INTERNAL_SERVER_ERROR, "INTERNAL_ERROR", message)
            }
        }
    }

    fn details(&self) -> Vec<ErrorDetail> {
        let of = |field: &str, message: &str| ErrorDetail {
            field: if field.is_empty() { "body".to_owned() } else { field.to_owned() },
            message: message.to_owned(),
        };
        match self {
            ApiError::Invalid(violations) => {
                violations.as_slice().iter().map(|v| of(&v.field, &v.message)).collect()
            }
            ApiError::InvalidField { field, message } => vec![of(field, message)],
            ApiError::Forbidden(AccessError::NoOrganization) => {
                vec![of("X-Organization-Id", "is required")]
            }
            ApiError::TooLarge(limit) => {
                vec![of("body", &format!("must have at most {limit} bytes"))]
            }
            _ => Vec::new(),
        }
    }
}

fn invalid_parts(violations: &Violations) -> (StatusCode, &'static str, String) {
    let message = match violations.as_slice() {
        [Violation { field, message, .. }] if field.is_empty() => message.clone(),
        [Violation { field, message, .. }] => format!("{field} {message}"),
        all => format!("{} fields are not valid", all.len()),
    };
    match violations.common_kind() {
        ViolationKind::Invalid => (StatusCode::BAD_REQUEST, "VALIDATION_ERROR", message),
        ViolationKind::NotFound => (StatusCode::NOT_FOUND, "NOT_FOUND", message),
        ViolationKind::BankAccountCurrency => {
            (StatusCode::BAD_REQUEST, "BANK_ACCOUNT_CURRENCY_MISMATCH", message)
        }
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ApiError::Internal(error) => {
                write!(f, "{error}")?;
                let mut cause = error.source();
                while let Some(error) = cause {
                    write!(f, ": {error}")?;
                    cause = error.source();
                }
                Ok(())
            }
            other => f.write_str(&other.parts().2),
        }
    }
}

impl Error for ApiError {}

impl ResponseError for ApiError {
    fn status_code(&self) -> StatusCode {
        self.parts().0
    }

    fn error_response(&self) -> HttpResponse {
        let (status, code, message) = self.parts();
        if let ApiError::Internal(_) = self {
            tracing::error!(error = %self, "internal error");
        }
        let mut response = HttpResponseBuilder::new(status);
        match self {
            ApiError::RateLimited(limited) => {
                response.insert_header((header::RETRY_AFTER, limited.retry_after));
            }
            ApiError::MethodNotAllowed { allowed } => {
                response.insert_header((header::ALLOW, *allowed));
            }
            ApiError::Unauthorized { bearer: true } => {
                let value = "Bearer error=\"invalid_token\"";
                response.insert_header((header::WWW_AUTHENTICATE, value));
            }
            _ => {}
        }
        if let ApiError::Flat { .. } = self {
            return response.json(FlatError { error: code, message });
        }
        response.json(ErrorBody { error: ErrorObject { code, message, details: self.details() } })
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NotFound => ApiError::NotFound("resource"),
            StoreError::Taken(what) => ApiError::Conflict(format!("{what} is taken already")),
            StoreError::Conflict => {
                ApiError::Conflict("something else changed at the same time; try again".to_owned())
            }
            StoreError::LeaseLost => {
                ApiError::Conflict("a request with this Idempotency-Key is at work".to_owned())
            }
            error @ StoreError::Backend(_) => ApiError::internal(error),
        }
    }
}

impl From<OnceError> for ApiError {
    fn from(error: OnceError) -> Self {
        match error {
            OnceError::Store(error) => error.into(),
            conflict => ApiError::Conflict(conflict.to_string()),
        }
    }
}

impl From<Violations> for ApiError {
    fn from(violations: Violations) -> Self {
        ApiError::Invalid(violations)
    }
}

impl From<AccessError> for ApiError {
    fn from(error: AccessError) -> Self {
        ApiError::Forbidden(error)
    }
}
