use access::RateLimited;
use actix_web::{
    HttpResponse, HttpResponseBuilder, ResponseError,
    http::{StatusCode, header},
};
use oauth::{ErrorCode, NoRoom, OAuthError};
use persistence::StoreError;
use serde::Serialize;
use std::fmt;
use use_cases::people::oauth::{BearerError, KeyError, OAuthFailure};

/// An error, as clients of OAuth read it (RFC 6749, 5.2).
#[derive(utoipa::ToSchema)]
#[schema(as = OAuthError)]
#[allow(dead_code, reason = "it describes what the domain crate writes")]
pub(crate) struct ErrorView {
    /// As `invalid_grant`.
    error: String,
    error_description: String,
}

/// An answer of an endpoint that is an error.
#[derive(Debug)]
pub(crate) struct OAuthAnswer {
    error: OAuthError,
    challenge: Option<String>,
    /// The status and the seconds to wait, for an error that can be retried.
    again: Option<(StatusCode, u32)>,
}

impl OAuthAnswer {
    /// Adds the header that says how to authenticate (RFC 6749, 5.2; RFC 6750, 3).
    pub(crate) fn challenged(self, challenge: String) -> Self {
        Self { challenge: Some(challenge), ..self }
    }

    pub(crate) const fn code(&self) -> ErrorCode {
        self.error.code
    }

    fn internal(error: &dyn std::error::Error) -> Self {
        tracing::error!(%error, "OAuth request failed: answered with server_error");
        OAuthError::new(ErrorCode::ServerError, "something went wrong on our side").into()
    }
}

impl From<OAuthError> for OAuthAnswer {
    fn from(error: OAuthError) -> Self {
        Self { error, challenge: None, again: None }
    }
}

impl From<RateLimited> for OAuthAnswer {
    fn from(limited: RateLimited) -> Self {
        let error = OAuthError::new(ErrorCode::TemporarilyUnavailable, &limited.to_string());
        Self { again: Some((StatusCode::TOO_MANY_REQUESTS, limited.retry_after)), ..error.into() }
    }
}

impl From<NoRoom> for OAuthAnswer {
    fn from(no_room: NoRoom) -> Self {
        let status = match no_room {
            NoRoom::OfAddress(_) => StatusCode::TOO_MANY_REQUESTS,
            NoRoom::InAll(_) => StatusCode::SERVICE_UNAVAILABLE,
        };
        let error = OAuthError::new(ErrorCode::TemporarilyUnavailable, &no_room.to_string());
        Self { again: Some((status, no_room.retry_after())), ..error.into() }
    }
}

impl From<StoreError> for OAuthAnswer {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unavailable(_) => {
                let text = "too much is asked for at the moment; try again";
                OAuthError::new(ErrorCode::TemporarilyUnavailable, text).into()
            }
            error => Self::internal(&error),
        }
    }
}

impl From<OAuthFailure> for OAuthAnswer {
    fn from(failure: OAuthFailure) -> Self {
        match failure {
            OAuthFailure::Refused(error) => error.into(),
            OAuthFailure::NoRoom(no_room) => no_room.into(),
            OAuthFailure::Store(error) => error.into(),
            error => Self::internal(&error),
        }
    }
}

impl From<KeyError> for OAuthAnswer {
    fn from(error: KeyError) -> Self {
        OAuthFailure::from(error).into()
    }
}

impl From<BearerError> for OAuthAnswer {
    fn from(error: BearerError) -> Self {
        match error {
            BearerError::Token(error) => error.into(),
            BearerError::Limited(limited) => limited.into(),
            BearerError::Store(error) => error.into(),
        }
    }
}

impl fmt::Display for OAuthAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl ResponseError for OAuthAnswer {
    fn status_code(&self) -> StatusCode {
        match self.again {
            Some((status, _)) => status,
            None => StatusCode::from_u16(self.error.code.status())
                .unwrap_or(StatusCode::INTERNAL_SERVER_ERROR),
        }
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = not_stored(self.status_code());
        if let Some(challenge) = &self.challenge {
            response.insert_header((header::WWW_AUTHENTICATE, challenge.as_str()));
        }
        if let Some((_, seconds)) = self.again {
            response.insert_header((header::RETRY_AFTER, seconds));
        }
        response.json(&self.error)
    }
}

fn not_stored(status: StatusCode) -> HttpResponseBuilder {
    let mut response = HttpResponseBuilder::new(status);
    response.insert_header((header::CACHE_CONTROL, "no-store"));
    response
}

/// An answer with a secret, which must not be cached.
pub(crate) fn secret(status: StatusCode, body: &impl Serialize) -> HttpResponse {
    not_stored(status).json(body)
}
