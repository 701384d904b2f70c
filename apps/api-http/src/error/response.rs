use super::{
    api_error::ApiError,
    body::{ErrorBody, ErrorObject, FlatError},
};
use access::AccessError;
use actix_web::{
    HttpResponse, HttpResponseBuilder, ResponseError,
    http::{StatusCode, header},
};

/// Seconds for `Retry-After` when the database is unavailable: busy connections are free again sooner, and a restarted
/// database needs about that long.
const RETRY_SECONDS: u32 = 2;

/// Seconds for `Retry-After` when an external service does not answer.
const OUTSIDE_SECONDS: u32 = 60;

impl ResponseError for ApiError {
    fn status_code(&self) -> StatusCode {
        self.parts().0
    }

    fn error_response(&self) -> HttpResponse {
        let (status, code, message) = self.parts();
        if let ApiError::Internal(_) = self {
            tracing::error!(error = %self, "request failed: answered with 500");
        }
        if let ApiError::Unavailable(_) = self {
            tracing::warn!(error = %self, "request not served: the database is out of reach or busy, answered with 503");
        }
        let mut response = HttpResponseBuilder::new(status);
        if let Some(seconds) = self.retry_after() {
            response.insert_header((header::RETRY_AFTER, seconds));
        }
        if let Some(challenge) = self.challenge() {
            response.insert_header((header::WWW_AUTHENTICATE, challenge));
        }
        match self {
            // the rest of the body is not awaited
            ApiError::TooSlow(_) => _ = response.force_close(),
            ApiError::MethodNotAllowed { allowed } => {
                response.insert_header((header::ALLOW, allowed.as_str()));
            }
            _ => {}
        }
        if let ApiError::Flat { .. } = self {
            return response.json(FlatError { error: code, message: message.into() });
        }
        let details = self.details();
        let error = match self {
            ApiError::Invalid(_) | ApiError::InvalidField { .. } => {
                ErrorObject::of_details(code, message, details)
            }
            _ => ErrorObject { details, ..ErrorObject::of(code, &message) },
        };
        response.json(ErrorBody { error })
    }
}

impl ApiError {
    /// Seconds for `Retry-After`.
    fn retry_after(&self) -> Option<u32> {
        match self {
            ApiError::RateLimited(limited) => Some(limited.retry_after),
            ApiError::TooMany { retry_after, .. } => Some(*retry_after),
            // an authority or a validator does not answer
            ApiError::Coded { status: StatusCode::SERVICE_UNAVAILABLE, .. } => {
                Some(OUTSIDE_SECONDS)
            }
            ApiError::Busy(busy) => Some(busy.retry_after),
            ApiError::Unavailable(_) => Some(RETRY_SECONDS),
            _ => None,
        }
    }

    /// `WWW-Authenticate`, when the call has no usable token or the token lacks a scope.
    fn challenge(&self) -> Option<String> {
        match self {
            ApiError::Token(refused) => Some(refused.challenge.clone()),
            ApiError::Forbidden(AccessError::MissingTokenScope(scope)) => {
                Some(format!("Bearer error=\"insufficient_scope\", scope=\"{scope}\""))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::body::to_bytes;
    use persistence::StoreError;
    use refusals::{FieldFault, Reason};
    use serde_json::{Value, json};

    fn body(error: &ApiError) -> Value {
        let body = to_bytes(error.error_response().into_body());
        let bytes = actix_web::rt::System::new().block_on(body).expect("a body");
        serde_json::from_slice(&bytes).expect("JSON")
    }

    /// A program tells refusals apart by their kinds: of fields in the details, of others in the error itself.
    #[test]
    fn an_error_says_its_kind_once() {
        let refused = FieldFault::TooLong { length: 7, most: 5 };
        let message = "has 7 characters, at most 5 are allowed";
        let (kind, arguments) = ("field.too_long", json!({"length": "7", "most": "5"}));
        assert_eq!(
            body(&ApiError::Conflict(refused.clone().into()))["error"],
            json!({"code": "CONFLICT", "message": message, "kind": kind, "arguments": arguments})
        );
        assert_eq!(
            body(&ApiError::InvalidField { field: "note", message: refused.into() })["error"],
            json!({
                "code": "VALIDATION_ERROR",
                "message": format!("note: {message}"),
                "details": [
                    {"field": "note", "message": message, "kind": kind, "arguments": arguments}
                ],
            })
        );
        assert_eq!(
            body(&ApiError::Conflict(Reason::plain("of a protocol")))["error"],
            json!({"code": "CONFLICT", "message": "of a protocol"})
        );
    }

    /// An exhausted pool is no fault of the request: the caller gets a `Retry-After`.
    #[test]
    fn a_database_out_of_reach_is_503_with_retry_after() {
        let busy = StoreError::Unavailable("all connections are in use".into());
        let response = ApiError::from(busy).error_response();
        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
        let retry_after = response.headers().get(header::RETRY_AFTER);
        assert_eq!(retry_after.and_then(|value| value.to_str().ok()), Some("2"));
        let broken = StoreError::Backend("a row was not saved".into());
        let response = ApiError::from(broken).error_response();
        assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
        assert!(!response.headers().contains_key(header::RETRY_AFTER));
    }
}
