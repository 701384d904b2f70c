use super::api_error::ApiError;
use crate::pdf::RenderError;
use actix_web::http::StatusCode;
use invoice_pdf::PdfError;
use invoicing::Violations;
use persistence::StoreError;
use use_cases::{IdempotencyError, IssueError};

impl From<Violations> for ApiError {
    fn from(violations: Violations) -> Self {
        ApiError::Invalid(violations)
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

impl From<IdempotencyError> for ApiError {
    fn from(error: IdempotencyError) -> Self {
        match error {
            IdempotencyError::Store(error) => error.into(),
            conflict => ApiError::Conflict(conflict.to_string()),
        }
    }
}

impl From<IssueError> for ApiError {
    fn from(error: IssueError) -> Self {
        match error {
            IssueError::Invalid(violations) => ApiError::Invalid(violations),
            IssueError::Store(error) => error.into(),
            IssueError::Key(error) => error.into(),
        }
    }
}

impl From<RenderError> for ApiError {
    fn from(error: RenderError) -> Self {
        match error {
            RenderError::Store(error) => error.into(),
            RenderError::Pdf(error @ PdfError::NotBuilt) => ApiError::Coded {
                status: StatusCode::NOT_IMPLEMENTED,
                code: "PDF_NOT_BUILT",
                message: error.to_string(),
            },
            other => ApiError::internal(other),
        }
    }
}
