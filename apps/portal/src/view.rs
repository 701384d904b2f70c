//! A page of a company, made of blocks.

use crate::{
    answer::html,
    blocks::{Action, Badge, Fact, Field, FormBlock, Link, Section, Term},
    error::{Page, PageError, explained},
    form::{PASSWORD, fault_at},
    frame::Frame,
    live,
    paper::Paper,
    place::Place,
    visit::Visit,
    words::Words,
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
    /// Where what it is about stands: by itself, and in the network.
    pub(crate) badges: Vec<Badge>,
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
    /// What the words of the page mean, folded.
    pub(crate) terms: Vec<Term>,
    /// Whether it shows what will have changed in a moment.
    pub(crate) follows: bool,
}

impl View {
    pub(crate) fn new(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            badges: Vec::new(),
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
            terms: Vec::new(),
            follows: false,
        }
    }

    /// A page with a secret, which is in this answer and nowhere else.
    pub(crate) fn of_secret(
        visit: &Visit<impl Place>,
        title: &str,
        secret: Shown,
        back: String,
    ) -> Self {
        let links = vec![Link::new(back, visit.t().back)];
        Self { secret: Some(secret), links, ..Self::new(title) }
    }

    /// The page as an answer.
    pub(crate) fn show(self, visit: &Visit<impl Place>) -> Page {
        Ok(self.answer(StatusCode::OK, visit))
    }

    pub(crate) fn answer(self, status: StatusCode, visit: &Visit<impl Place>) -> HttpResponse {
        let frame = Frame::of(visit);
        match self.follows {
            true => live::html(status, &Viewed { frame: frame.live(), view: self }, visit),
            false => html(status, &Viewed { frame, view: self }),
        }
    }

    /// The page with what is wrong at the fields of its form.
    pub(crate) fn faulty(mut self, found: &Violations) -> Self {
        for field in self.form.iter_mut().flat_map(|form| &mut form.fields) {
            field.fault = fault_at(found, field.name);
        }
        self
    }

    /// What is wrong where the form has no field.
    fn not_at_a_field(&self, found: &Violations, words: &Words) -> Vec<String> {
        let fields = self.form.iter().flat_map(|form| &form.fields);
        let shown: Vec<_> = fields.filter_map(|field| field.fault.as_deref()).collect();
        let faults = found.as_slice().iter().filter(|fault| !shown.contains(&&*fault.message));
        faults.map(|fault| format!("{}: {}.", words.field(&fault.field), fault.message)).collect()
    }

    /// The page of a form once more, with what is wrong with what was sent.
    ///
    /// # Errors
    /// What is no fault of the form.
    pub(crate) fn refused(
        visit: &Visit<impl Place>,
        error: impl Into<PageError>,
        form: impl FnOnce(&Violations) -> View,
    ) -> Page {
        let t = visit.t();
        let (found, fault) = match error.into() {
            PageError::Password => {
                let mut found = Violations::new();
                found.add(PASSWORD, t.password_wrong);
                (found, t.fix_these.to_owned())
            }
            error => match error.fault()? {
                ApiError::Invalid(found) => {
                    (visit.words.violations(&found), t.fix_these.to_owned())
                }
                ApiError::InvalidField { field, message } => {
                    let mut found = Violations::new();
                    found.add(field, visit.words.said(&message));
                    (found, t.fix_these.to_owned())
                }
                other => (Violations::new(), explained(&other, &visit.words)),
            },
        };
        let view = form(&found);
        let fault = [fault]
            .into_iter()
            .chain(view.not_at_a_field(&found, &visit.words))
            .collect::<Vec<_>>();
        let view = View { fault: Some(fault.join(" ")), ..view };
        Ok(view.answer(StatusCode::UNPROCESSABLE_ENTITY, visit))
    }
}

/// Where a form was sent twice that makes a secret: it was made, and is not shown again.
pub(crate) fn already_made(visit: &Visit<impl Place>, title: &str, list: String) -> Page {
    let t = visit.t();
    let mut view = View::new(title);
    view.fault = Some(t.already_made.to_owned());
    view.links = vec![Link::new(list, t.back)];
    Ok(view.answer(StatusCode::CONFLICT, visit))
}

#[derive(Template)]
#[template(path = "view.html")]
struct Viewed {
    frame: Frame,
    view: View,
}
