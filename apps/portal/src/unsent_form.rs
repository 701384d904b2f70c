//! A form that cannot be taken now, as the page that gives it back to who wrote it.

use crate::{answer::html, texts::Texts};
use actix_web::{HttpRequest, HttpResponse, http::StatusCode};
use api_http::visitors::Language;
use askama::Template;
use std::fmt;

/// The field that says that a form comes from the page of [`UnsentForm`].
pub(crate) const RESUMED: &str = "resumed";

/// A form whose session has ended, on its way back to who wrote it.
pub(crate) struct UnsentForm {
    pub(crate) fields: Vec<(String, String)>,
    /// Whether somebody is signed in, in another session.
    pub(crate) is_signed_in: bool,
}

/// Errors are logged, and the texts of a person must not be in the log.
impl fmt::Debug for UnsentForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UnsentForm").field("fields", &self.fields.len()).finish_non_exhaustive()
    }
}

#[derive(Template)]
#[template(path = "unsent_form.html")]
struct Shown<'a> {
    t: &'static Texts,
    left: &'a UnsentForm,
    /// Where the form is sent to once more.
    action: &'a str,
    resumed: &'static str,
}

impl UnsentForm {
    /// 401 without a session, 403 for the form of another session.
    pub(crate) const fn status(&self) -> StatusCode {
        if self.is_signed_in { StatusCode::FORBIDDEN } else { StatusCode::UNAUTHORIZED }
    }

    /// The page that has it.
    pub(crate) fn page(&self, http: &HttpRequest, language: Language) -> HttpResponse {
        let (t, action) = (Texts::of(language.written()), http.path());
        html(self.status(), &Shown { t, left: self, action, resumed: RESUMED })
    }
}
