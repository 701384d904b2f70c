use super::api_error::ApiError;
use accounting_programs::LinkRefused;
use persistence::StoreError;
use refusals::Reason;
use runtime::gate::Busy;
use use_cases::ledger::accounting::{ContentError, FetchError, LinkFailure, RetryError};

impl From<LinkFailure> for ApiError {
    fn from(error: LinkFailure) -> Self {
        match error {
            LinkFailure::Refused(LinkRefused::Invalid(violations)) => violations.into(),
            LinkFailure::Refused(
                refused @ (LinkRefused::OtherProgram(_) | LinkRefused::NoToken(_)),
            ) => ApiError::Conflict(refused.into()),
            LinkFailure::Random(error) => ApiError::internal(error),
            LinkFailure::Store(error) => error.into(),
        }
    }
}

impl From<RetryError> for ApiError {
    fn from(error: RetryError) -> Self {
        match error {
            RetryError::NotFailed(refused) => ApiError::Conflict(refused.into()),
            RetryError::Store(error) => error.into(),
        }
    }
}

impl From<FetchError> for ApiError {
    fn from(error: FetchError) -> Self {
        match error {
            FetchError::BadAnswer(error) => {
                ApiError::InvalidField { field: "body", message: Reason::plain(error.to_string()) }
            }
            FetchError::Content(ContentError::Busy(busy)) => Busy::from(busy).into(),
            FetchError::Content(ContentError::Store(StoreError::NotFound)) => {
                ApiError::NotFound("path")
            }
            FetchError::Content(ContentError::Store(error)) => error.into(),
        }
    }
}
