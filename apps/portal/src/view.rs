//! A page of a company, made of blocks.

use crate::{
    blocks::{Action, Badge, Fact, Field, FormBlock, Link, Section},
    error::{Page, PageError, explained},
    frame::{Frame, html},
    paper::Paper,
    visit::Visit,
};
use actix_web::{HttpResponse, http::StatusCode};
use api_http::error::ApiError;
use askama::Template;
use invoicing::Violations;

/// A secret that is shown once.
pub(crate) struct Shown {
    pub(crate) label: &'static str,
    pub(crate) text: String,
}

/// A page of a company.
pub(crate) struct View {
    pub(crate) title: String,
    pub(crate) badge: Option<Badge>,
    pub(crate) lead: &'static str,
    pub(crate) links: Vec<Link>,
    pub(crate) fault: Option<String>,
    pub(crate) secret: Option<Shown>,
    pub(crate) filters: Vec<Field>,
    pub(crate) facts: Vec<Fact>,
    pub(crate) actions: Vec<Action>,
    pub(crate) paper: Option<Paper>,
    pub(crate) form: Option<FormBlock>,
    pub(crate) sections: Vec<Section>,
}

impl View {
    pub(crate) fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            badge: None,
            lead: "",
            links: Vec::new(),
            fault: None,
            secret: None,
            filters: Vec::new(),
            facts: Vec::new(),
            actions: Vec::new(),
            paper: None,
            form: None,
            sections: Vec::new(),
        }
    }

    /// The page as an answer.
    pub(crate) fn show(self, visit: &Visit) -> Page {
        Ok(self.answer(StatusCode::OK, visit))
    }

    pub(crate) fn answer(self, status: StatusCode, visit: &Visit) -> HttpResponse {
        html(status, &Viewed { frame: Frame::of(visit), view: self })
    }
}

/// Where a form was sent twice that makes a secret: it was made, and is not shown again.
pub(crate) fn already_made(visit: &Visit, title: &str, list: String) -> Page {
    let t = visit.t();
    let mut view = View::new(title);
    view.fault = Some(t.already_made.to_owned());
    view.links = vec![Link::new(list, t.back)];
    Ok(view.answer(StatusCode::CONFLICT, visit))
}

/// The form of a page once more, with what is wrong at its fields; the second of what it is made of is
/// wrong with the password.
///
/// # Errors
/// What is no fault of the form.
pub(crate) fn refused(
    visit: &Visit,
    error: PageError,
    form: impl FnOnce(&Violations, Option<String>) -> View,
) -> Page {
    let t = visit.t();
    let (none, wrong) = (Violations::new(), t.fix_these.to_owned());
    let (view, fault) = match error {
        PageError::Password => (form(&none, Some(t.password_wrong.to_owned())), wrong),
        error => match error.fault()? {
            ApiError::Invalid(found) => (form(&found, None), wrong),
            other => (form(&none, None), explained(&other, t)),
        },
    };
    let view = View { fault: Some(fault), ..view };
    Ok(view.answer(StatusCode::UNPROCESSABLE_ENTITY, visit))
}

#[derive(Template)]
#[template(path = "view.html")]
struct Viewed {
    frame: Frame,
    view: View,
}
