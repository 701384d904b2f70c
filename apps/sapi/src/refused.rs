//! The one place that maps errors to answers of SAPI-SK.

use actix_web::{
    HttpResponse, HttpResponseBuilder, ResponseError,
    http::{StatusCode, header},
};
use api_http::error::ApiError;
use persistence::StoreError;
use sapi_sk::{Category, Code, Detail, SapiError};
use serde::Serialize;
use std::fmt::{self, Display};
use use_cases::{
    IdempotencyError,
    sending::{
        connector::SendError,
        sapi::{SendFailed, TokenError},
    },
};
use uuid::Uuid;

/// The result of a handler.
pub(crate) type Reply = Result<HttpResponse, Refused>;

/// Seconds for `Retry-After` when the service is unavailable.
const RETRY_SECONDS: u32 = 2;

/// A refusal as an answer.
#[derive(Debug)]
pub(crate) struct Refused(pub(crate) SapiError);

impl Refused {
    /// An internal error, which is logged once and not shown.
    pub(crate) fn internal(error: impl Display) -> Self {
        tracing::error!(%error, "SAPI-SK request failed: answered with 500");
        Refused(SapiError::new(Code::INTERNAL, "something went wrong on our side"))
    }

    fn unavailable(error: &ApiError) -> Self {
        tracing::warn!(%error, "SAPI-SK request not served: the database is out of reach or busy, answered with 503");
        let error = SapiError::new(Code::UNAVAILABLE, "try again in a moment");
        Refused(error.after(RETRY_SECONDS))
    }
}

#[derive(Serialize)]
struct Envelope<'a> {
    error: Body<'a>,
}

#[derive(Serialize)]
struct Body<'a> {
    category: Category,
    code: &'a str,
    message: &'a str,
    #[serde(skip_serializing_if = "<[Detail]>::is_empty")]
    details: &'a [Detail],
    retryable: bool,
    correlation_id: Uuid,
}

impl ResponseError for Refused {
    fn status_code(&self) -> StatusCode {
        StatusCode::from_u16(self.0.code.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    fn error_response(&self) -> HttpResponse {
        let SapiError { code, message, details, retry_after } = &self.0;
        let correlation_id = Uuid::now_v7();
        tracing::info!(correlation.id = %correlation_id, error.code = code.name, %message, "SAPI-SK request refused");
        let mut response = HttpResponseBuilder::new(self.status_code());
        if let Some(seconds) = retry_after {
            response.insert_header((header::RETRY_AFTER, *seconds));
        }
        if code.status == 401 {
            response.insert_header((header::WWW_AUTHENTICATE, "Bearer error=\"invalid_token\""));
        }
        let (category, retryable) = (code.category(), code.retryable);
        let code = code.name;
        response.json(Envelope {
            error: Body { category, code, message, details, retryable, correlation_id },
        })
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<SapiError> for Refused {
    fn from(error: SapiError) -> Self {
        Refused(error)
    }
}

impl From<StoreError> for Refused {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NotFound => {
                Refused(SapiError::new(Code::NOT_FOUND, "there is no such document"))
            }
            StoreError::Conflict | StoreError::LeaseLost => {
                let error = SapiError::new(Code::IN_PROGRESS, error.to_string());
                Refused(error.after(RETRY_SECONDS))
            }
            StoreError::Taken(_) => Refused(SapiError::new(Code::DUPLICATE, error.to_string())),
            error => ApiError::from(error).into(),
        }
    }
}

impl From<access::RateLimited> for Refused {
    fn from(error: access::RateLimited) -> Self {
        Refused(SapiError::new(Code::RATE_LIMITED, error.to_string()).after(error.retry_after))
    }
}

impl From<TokenError> for Refused {
    fn from(error: TokenError) -> Self {
        match error {
            TokenError::Refused(error) => Refused(error),
            TokenError::RateLimited(error) => error.into(),
            TokenError::Store(error) => error.into(),
            TokenError::NoRandomness(error) => Self::internal(error),
        }
    }
}

impl From<SendFailed> for Refused {
    fn from(error: SendFailed) -> Self {
        match error {
            SendFailed::Refused(error) => Refused(error),
            SendFailed::Send(SendError::Store(error)) => error.into(),
            SendFailed::Send(SendError::Key(error)) => of_key(error),
            SendFailed::Send(SendError::Duplicate(earlier)) => {
                Refused(sapi_sk::sent_before(&earlier))
            }
            SendFailed::Send(SendError::Busy(busy)) => {
                Refused(SapiError::new(Code::UNAVAILABLE, busy.to_string()).after(busy.retry_after))
            }
            SendFailed::Send(error) => ApiError::from(error).into(),
        }
    }
}

fn of_key(error: IdempotencyError) -> Refused {
    match error {
        IdempotencyError::KeyReused => Refused(SapiError::new(Code::KEY_REUSED, error.to_string())),
        IdempotencyError::InProgress => {
            let error = SapiError::new(Code::IN_PROGRESS, error.to_string());
            Refused(error.after(RETRY_SECONDS))
        }
        IdempotencyError::Store(error) => error.into(),
    }
}

/// Errors of reading a request: too large, too slow, too many at once.
impl From<ApiError> for Refused {
    fn from(error: ApiError) -> Self {
        match error.status_code() {
            StatusCode::PAYLOAD_TOO_LARGE => {
                Refused(SapiError::new(Code::TOO_LARGE, error.to_string()))
            }
            StatusCode::REQUEST_TIMEOUT => {
                Refused(SapiError::new(Code::TOO_SLOW, error.to_string()))
            }
            StatusCode::SERVICE_UNAVAILABLE => Self::unavailable(&error),
            StatusCode::INTERNAL_SERVER_ERROR => Self::internal(error),
            _ => Refused(SapiError::new(Code::INVALID_REQUEST, error.to_string())),
        }
    }
}
