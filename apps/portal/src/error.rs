//! Errors of pages.

use crate::{unsent_form::UnsentForm, words::Words};
use access::{AccessError, Scope};
use actix_web::{HttpResponse, ResponseError, http::StatusCode};
use api_http::error::ApiError;
use std::fmt;

/// The result of a handler of a page.
pub(crate) type Page = Result<HttpResponse, PageError>;

/// An error of a page.
#[derive(Debug)]
pub(crate) enum PageError {
    /// There is no session.
    SignIn,
    /// The company has no such record.
    Missing,
    /// The role does not include the scope.
    Role(Scope),
    /// The form does not come from this site, or belongs to another session.
    Stale,
    /// The form belongs to an ended or another session, and has much text, which the person gets back.
    UnsentForm(UnsentForm),
    /// The password that the form had to repeat is wrong.
    Password,
    /// An error that the API has too.
    Api(ApiError),
}

impl<E: Into<ApiError>> From<E> for PageError {
    fn from(error: E) -> Self {
        match error.into() {
            ApiError::NotFound(_) => PageError::Missing,
            ApiError::Forbidden(AccessError::MissingRoleScope(scope)) => PageError::Role(scope),
            error => PageError::Api(error),
        }
    }
}

impl PageError {
    /// The error to show above the fields of a form; `Err` when it is not a fault of the form.
    pub(crate) fn fault(self) -> Result<ApiError, PageError> {
        match self {
            PageError::Api(error) if error.parts().0.is_client_error() => Ok(error),
            other => Err(other),
        }
    }

    /// Whether the request conflicts with an earlier or a concurrent one.
    pub(crate) fn is_conflict(&self) -> bool {
        self.status_code() == StatusCode::CONFLICT
    }

    /// The text of the error page.
    pub(crate) fn text(&self, words: &Words) -> String {
        let t = words.t;
        match self {
            PageError::SignIn | PageError::UnsentForm(_) => String::new(),
            PageError::Missing => t.missing.to_owned(),
            PageError::Role(scope) => format!("{} ({scope})", t.not_in_role),
            PageError::Stale => t.stale.to_owned(),
            PageError::Password => t.password_wrong.to_owned(),
            PageError::Api(error) => explained(error, words),
        }
    }
}

/// The text of an error, in the reader's language.
pub(crate) fn explained(error: &ApiError, words: &Words) -> String {
    let (status, code, message) = error.parts();
    let t = words.t;
    let message = match error {
        ApiError::InvalidField { field, message } => words.at(field, &words.refusal(message)),
        ApiError::Invalid(found) | ApiError::Lacking(found) => {
            let faults = found.as_slice().iter();
            let faults = faults.map(|it| words.at(&it.field, &words.refusal(&it.message)));
            faults.collect::<Vec<_>>().join("; ")
        }
        _ => words.refusal(&message),
    };
    match (status.as_u16(), code) {
        (500, _) => t.failed.to_owned(),
        (_, "VERIFICATION_UNAVAILABLE") => message,
        (503, _) => t.busy.to_owned(),
        (429, _) if matches!(error, ApiError::TooMany { .. }) => message,
        (429, _) => t.too_often.to_owned(),
        (404, _) => t.missing.to_owned(),
        (402, _) => format!("{} {message}", t.no_credit),
        (_, "PLAN_LIMIT_REACHED") => format!("{} {message}", t.plan_limit),
        (_, "PLAN_FEATURE_UNAVAILABLE") => format!("{} {message}", t.plan_feature),
        _ => format!("{} {message}", t.refused),
    }
}

impl fmt::Display for PageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl ResponseError for PageError {
    fn status_code(&self) -> StatusCode {
        match self {
            PageError::SignIn => StatusCode::SEE_OTHER,
            PageError::Missing => StatusCode::NOT_FOUND,
            PageError::UnsentForm(left) => left.status(),
            PageError::Role(_) | PageError::Stale | PageError::Password => StatusCode::FORBIDDEN,
            PageError::Api(error) => error.parts().0,
        }
    }

    fn error_response(&self) -> HttpResponse {
        HttpResponse::new(self.status_code())
    }
}
