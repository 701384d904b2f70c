use super::{
    body::ErrorDetail, out_of_series, service_refused::ServiceRefused, token::TokenRefused,
};
use access::{AccessError, RateLimited};
use actix_web::http::StatusCode;
use invoicing::{Violation, ViolationKind, Violations, numbering::OutOfSeries};
use refusals::{FieldFault, Reason};
use runtime::gate::Busy;
use std::{error::Error, fmt, time::Duration};

/// An error answer, in the shape of the specification.
#[derive(Debug)]
pub enum ApiError {
    /// 400 `VALIDATION_ERROR`, or the code of the violations when all of them have the same.
    Invalid(Violations),
    /// 422 `FORMAT_NOT_AVAILABLE`: what the format asks for and the invoice lacks, each with its place.
    Lacking(Violations),
    /// 400 for one header, parameter or body.
    InvalidField {
        /// The name of the header or of the query or path parameter; `body` for the body.
        field: &'static str,
        /// The message.
        message: Reason,
    },
    /// 401 for an unknown or missing key.
    Unauthorized,
    /// 401 for an unusable access token, or for no credential at all.
    Token(TokenRefused),
    /// 403.
    Forbidden(AccessError),
    /// 404.
    NotFound(&'static str),
    /// 405.
    MethodNotAllowed {
        /// The allowed methods, separated by commas.
        allowed: String,
    },
    /// 409.
    Conflict(Reason),
    /// 409 for a duplicate.
    Duplicate {
        /// The name of the member with the id of the first one, such as `document_id`.
        field: &'static str,
        /// The id of the first one.
        first: String,
        /// The message for people.
        message: Reason,
    },
    /// 409 `NUMBER_OUT_OF_SERIES`: the caller has to choose how the series continues.
    OutOfSeries(Box<OutOfSeries>),
    /// An error with a status and code of its own, in the standard shape.
    Coded {
        /// HTTP status.
        status: StatusCode,
        /// The code.
        code: &'static str,
        /// The message for people.
        message: Reason,
    },
    /// 503 until the operator of this installation has configured something.
    NotSetUp {
        /// The code.
        code: &'static str,
        /// The message for people.
        message: Reason,
    },
    /// An error in the flat form `{"error":code,"message"}` (Errors, "Non-standard shapes").
    Flat {
        /// HTTP status.
        status: StatusCode,
        /// The code.
        code: &'static str,
        /// The message for people.
        message: Reason,
    },
    /// 408: the body did not arrive within this time.
    TooSlow(Duration),
    /// 413, with the largest allowed number of bytes.
    TooLarge(usize),
    /// 429.
    RateLimited(RateLimited),
    /// 429 for a limit over a longer time than a minute.
    TooMany {
        /// The message for people.
        message: Reason,
        /// The whole seconds after which to retry.
        retry_after: u32,
    },
    /// 503 with `Retry-After`: too much heavy work of this kind is running.
    Busy(Busy),
    /// 503 with `Retry-After`: the database is unreachable, or all its connections are in use. The cause is logged and
    /// not shown.
    Unavailable(Box<dyn Error + Send + Sync>),
    /// 500. The cause is logged and not shown.
    Internal(Box<dyn Error + Send + Sync>),
}

impl ApiError {
    /// An unexpected error.
    pub fn internal(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        ApiError::Internal(error.into())
    }

    /// 409 for a duplicate, with the id of the first one in `details`.
    pub fn duplicate(field: &'static str, first: &dyn fmt::Display, message: Reason) -> Self {
        ApiError::Duplicate { field, first: first.to_string(), message }
    }

    /// Status, code and message.
    pub fn parts(&self) -> (StatusCode, &'static str, Reason) {
        let (status, code) = self.status_and_code();
        (status, code, self.reason())
    }

    fn status_and_code(&self) -> (StatusCode, &'static str) {
        match self {
            ApiError::Invalid(violations) => of_violations(violations.common_kind()),
            ApiError::Lacking(_) => (StatusCode::UNPROCESSABLE_ENTITY, "FORMAT_NOT_AVAILABLE"),
            ApiError::InvalidField { .. } | ApiError::Forbidden(AccessError::NoOrganization) => {
                (StatusCode::BAD_REQUEST, "VALIDATION_ERROR")
            }
            ApiError::Unauthorized | ApiError::Token(_) => {
                (StatusCode::UNAUTHORIZED, "UNAUTHORIZED")
            }
            ApiError::Forbidden(_) => (StatusCode::FORBIDDEN, "FORBIDDEN"),
            ApiError::NotFound(_) => (StatusCode::NOT_FOUND, "NOT_FOUND"),
            ApiError::MethodNotAllowed { .. } => {
                (StatusCode::METHOD_NOT_ALLOWED, "METHOD_NOT_ALLOWED")
            }
            ApiError::Conflict(_) | ApiError::Duplicate { .. } => {
                (StatusCode::CONFLICT, "CONFLICT")
            }
            ApiError::OutOfSeries(_) => (StatusCode::CONFLICT, "NUMBER_OUT_OF_SERIES"),
            ApiError::Coded { status, code, .. } | ApiError::Flat { status, code, .. } => {
                (*status, *code)
            }
            ApiError::NotSetUp { code, .. } => (StatusCode::SERVICE_UNAVAILABLE, *code),
            ApiError::TooSlow(_) => (StatusCode::REQUEST_TIMEOUT, "REQUEST_TIMEOUT"),
            ApiError::TooLarge(_) => (StatusCode::PAYLOAD_TOO_LARGE, "VALIDATION_ERROR"),
            ApiError::RateLimited(_) | ApiError::TooMany { .. } => {
                (StatusCode::TOO_MANY_REQUESTS, "RATE_LIMITED")
            }
            ApiError::Busy(_) | ApiError::Unavailable(_) => {
                (StatusCode::SERVICE_UNAVAILABLE, "SERVICE_UNAVAILABLE")
            }
            ApiError::Internal(_) => (StatusCode::INTERNAL_SERVER_ERROR, "INTERNAL_ERROR"),
        }
    }

    /// The reason in the message; for several violations their number.
    fn reason(&self) -> Reason {
        match self {
            ApiError::Invalid(violations) | ApiError::Lacking(violations) => summary(violations),
            ApiError::InvalidField { field, message } => {
                message.clone().reworded(|text| format!("{field}: {text}"))
            }
            ApiError::Unauthorized => ServiceRefused::NoKey.into(),
            ApiError::Token(refused) => Reason::plain(refused.message.clone()),
            ApiError::Forbidden(error) => error.into(),
            ApiError::NotFound(what) => ServiceRefused::NotFound { what }.into(),
            ApiError::MethodNotAllowed { .. } => ServiceRefused::Method.into(),
            ApiError::Conflict(message)
            | ApiError::Duplicate { message, .. }
            | ApiError::Coded { message, .. }
            | ApiError::NotSetUp { message, .. }
            | ApiError::TooMany { message, .. }
            | ApiError::Flat { message, .. } => message.clone(),
            ApiError::OutOfSeries(asked) => (&**asked).into(),
            ApiError::TooSlow(limit) => ServiceRefused::TooSlow { seconds: limit.as_secs() }.into(),
            ApiError::TooLarge(most) => ServiceRefused::TooLarge { most: *most }.into(),
            ApiError::RateLimited(error) => error.into(),
            ApiError::Busy(busy) => busy.into(),
            ApiError::Unavailable(_) => ServiceRefused::Unavailable.into(),
            ApiError::Internal(_) => ServiceRefused::Internal.into(),
        }
    }

    pub(super) fn details(&self) -> Vec<ErrorDetail> {
        match self {
            ApiError::Invalid(violations) | ApiError::Lacking(violations) => violations
                .as_slice()
                .iter()
                .map(|v| ErrorDetail::of(&v.field, &v.message))
                .collect(),
            ApiError::InvalidField { field, message } => vec![ErrorDetail::of(field, message)],
            ApiError::Duplicate { field, first, .. } => {
                vec![ErrorDetail::of(field, &Reason::plain(first.clone()))]
            }
            ApiError::OutOfSeries(asked) => out_of_series::details(asked),
            ApiError::Forbidden(AccessError::NoOrganization) => {
                vec![ErrorDetail::of("X-Organization-Id", &FieldFault::Required.into())]
            }
            ApiError::TooSlow(limit) => {
                let late = ServiceRefused::Late { seconds: limit.as_secs() };
                vec![ErrorDetail::of("body", &late.into())]
            }
            ApiError::TooLarge(most) => {
                vec![ErrorDetail::of("body", &ServiceRefused::TooManyBytes { most: *most }.into())]
            }
            _ => Vec::new(),
        }
    }
}

const fn of_violations(kind: ViolationKind) -> (StatusCode, &'static str) {
    match kind {
        ViolationKind::Invalid => (StatusCode::BAD_REQUEST, "VALIDATION_ERROR"),
        ViolationKind::NotFound => (StatusCode::NOT_FOUND, "NOT_FOUND"),
        ViolationKind::Conflict => (StatusCode::CONFLICT, "CONFLICT"),
        ViolationKind::StockTooLow => (StatusCode::CONFLICT, "STOCK_TOO_LOW"),
        ViolationKind::StockTooMuch => (StatusCode::CONFLICT, "STOCK_TOO_MUCH"),
        ViolationKind::BankAccountCurrency => {
            (StatusCode::BAD_REQUEST, "BANK_ACCOUNT_CURRENCY_MISMATCH")
        }
    }
}

/// The text of a single violation, or the number of several.
fn summary(violations: &Violations) -> Reason {
    match violations.as_slice() {
        [Violation { field, message, .. }] if field.is_empty() => message.clone(),
        [_] => violations.into(),
        all => Reason::from(violations).reworded(|_| format!("{} fields are not valid", all.len())),
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ApiError::Internal(error) | ApiError::Unavailable(error) => {
                write!(f, "{error}")?;
                let mut cause = error.source();
                while let Some(error) = cause {
                    write!(f, ": {error}")?;
                    cause = error.source();
                }
                Ok(())
            }
            other => f.write_str(&other.reason()),
        }
    }
}

impl Error for ApiError {}
