//! Why there is no page.

use crate::{unsent_form::UnsentForm, words::Words};
use access::{AccessError, Scope};
use actix_web::{HttpResponse, ResponseError, http::StatusCode};
use api_http::error::ApiError;
use std::fmt;

/// What a handler of a page answers with.
pub(crate) type Page = Result<HttpResponse, PageError>;

/// Why there is no page.
#[derive(Debug)]
pub(crate) enum PageError {
    /// Nobody is signed in.
    SignIn,
    /// There is no such thing in this company.
    Missing,
    /// The role does not include it.
    Role(Scope),
    /// The form is not one of ours, or of another session.
    Stale,
    /// The same of a form that somebody wrote much into, which they get back.
    UnsentForm(UnsentForm),
    /// The password that was asked for once more is another.
    Password,
    /// As the API would answer.
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
    /// What a form says above its fields: none for what is no fault of the form.
    pub(crate) fn fault(self) -> Result<ApiError, PageError> {
        match self {
            PageError::Api(error) if error.parts().0.is_client_error() => Ok(error),
            other => Err(other),
        }
    }

    /// Whether the same was done before, or something else in between.
    pub(crate) fn is_conflict(&self) -> bool {
        self.status_code() == StatusCode::CONFLICT
    }

    /// What the page of it says.
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

/// Why something was refused, in the reader's language.
pub(crate) fn explained(error: &ApiError, words: &Words) -> String {
    let (status, code, message) = error.parts();
    let t = words.t;
    let message = match error {
        ApiError::InvalidField { field, message } => words.at(field, &words.said(message)),
        ApiError::Invalid(found) | ApiError::Lacking(found) => {
            let faults = found.as_slice().iter();
            let faults = faults.map(|it| words.at(&it.field, &words.said(&it.message)));
            faults.collect::<Vec<_>>().join("; ")
        }
        _ => words.said(&message),
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
