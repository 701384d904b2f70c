//! A page of a company, made of blocks.

use crate::{
    answer::html,
    blocks::{Action, Badge, Fact, Field, FormBlock, Input, Link, Section, Term},
    document_view::DocumentView,
    error::{Page, PageError, explained},
    form::{Form, PASSWORD, fault_at},
    frame::Frame,
    live,
    visit::Visit,
    words::Words,
    workspace::Workspace,
};
use actix_web::{HttpResponse, http::StatusCode};
use api_http::error::ApiError;
use askama::Template;
use invoicing::Violations;
use refusals::Reason;

/// A secret that is shown once.
pub(crate) struct Shown {
    pub(crate) label: &'static str,
    pub(crate) text: String,
}

/// A page of a company.
pub(crate) struct View {
    pub(crate) title: String,
    /// The state of the subject of the page, by itself and in the network.
    pub(crate) badges: Vec<Badge>,
    pub(crate) lead: &'static str,
    pub(crate) links: Vec<Link>,
    pub(crate) fault: Option<String>,
    pub(crate) secret: Option<Shown>,
    pub(crate) filters: Vec<Field>,
    pub(crate) facts: Vec<Fact>,
    pub(crate) actions: Vec<Action>,
    pub(crate) paper: Option<DocumentView>,
    pub(crate) form: Option<FormBlock>,
    pub(crate) sections: Vec<Section>,
    /// The meanings of the words on the page, in a fold.
    pub(crate) terms: Vec<Term>,
    /// Whether it shows what will have changed in a moment.
    pub(crate) follows: bool,
    /// The address of the page, if it answers a form that was sent to another one.
    pub(crate) at: Option<String>,
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
            at: None,
        }
    }

    /// A page with a secret, which is in this answer and nowhere else.
    pub(crate) fn of_secret(
        visit: &Visit<impl Workspace>,
        title: &str,
        secret: Shown,
        back: String,
    ) -> Self {
        let links = vec![Link::new(back, visit.t().back)];
        Self { secret: Some(secret), links, ..Self::new(title) }
    }

    /// The page as an answer.
    pub(crate) fn show(self, visit: &Visit<impl Workspace>) -> Page {
        Ok(self.answer(StatusCode::OK, visit))
    }

    pub(crate) fn answer(self, status: StatusCode, visit: &Visit<impl Workspace>) -> HttpResponse {
        let mut frame = Frame::of(visit);
        if let Some(at) = &self.at {
            frame.back.clone_from(at);
        }
        match self.follows || self.finds() {
            true => live::html(status, &Viewed { frame: frame.live(), view: self }, visit),
            false => html(status, &Viewed { frame, view: self }),
        }
    }

    /// Whether one of its forms has a search.
    fn finds(&self) -> bool {
        let forms = self.form.iter().flat_map(|form| &form.fields);
        let actions = self.actions.iter().flat_map(|action| &action.fields);
        forms.chain(actions).any(|field| matches!(field.input, Input::Find(_)))
    }

    /// The page with what is wrong at the fields of its form.
    pub(crate) fn faulty(mut self, found: &Violations) -> Self {
        for field in self.form.iter_mut().flat_map(|form| &mut form.fields) {
            field.fault = fault_at(found, field.name);
        }
        self
    }

    /// The same as it was typed.
    pub(crate) fn retyped(mut self, form: &Form, found: &Violations) -> Self {
        let fields = self.form.iter_mut().flat_map(|form| &mut form.fields);
        fields.for_each(|field| field.retype(form, found));
        self
    }

    /// Faults that belong to no field of a form on the page.
    fn not_at_a_field(&self, found: &Violations, words: &Words) -> Vec<String> {
        let fields = self.form.iter().flat_map(|form| &form.fields);
        let sections = self.sections.iter().flat_map(|section| &section.actions);
        let open = self.actions.iter().chain(sections).filter(|action| action.open);
        let fields = fields.chain(open.flat_map(|action| &action.fields));
        let shown: Vec<_> = fields.filter_map(|field| field.fault.as_deref()).collect();
        let found = found.as_slice().iter();
        let faults = found.map(|fault| (&*fault.message, words.at(&fault.field, &fault.message)));
        let unseen = faults.filter(|(said, at)| !shown.contains(said) && !shown.contains(&&**at));
        unseen.map(|(_, at)| format!("{at}.")).collect()
    }

    /// The page of a form once more, with what is wrong with what was sent.
    ///
    /// # Errors
    /// What is no fault of the form.
    pub(crate) fn refused(
        visit: &Visit<impl Workspace>,
        error: impl Into<PageError>,
        form: impl FnOnce(&Violations) -> View,
    ) -> Page {
        let (found, fault) = wrong(visit, error.into())?;
        form(&found).with_faults(visit, &found, fault)
    }

    /// A page once more whose short form was refused: open, as it was typed, with what is wrong at its fields. `rest` is
    /// the address of the page.
    ///
    /// # Errors
    /// What is no fault of the form.
    pub(crate) fn refused_at(
        mut self,
        visit: &Visit<impl Workspace>,
        rest: &str,
        form: &Form,
        error: impl Into<PageError>,
    ) -> Page {
        let (found, fault) = wrong(visit, error.into())?;
        let sections = self.sections.iter_mut().flat_map(|section| &mut section.actions);
        let here = visit.http.path();
        for action in self.actions.iter_mut().chain(sections).filter(|it| it.href == here) {
            action.open = true;
            action.fields.iter_mut().for_each(|field| field.retype(form, &found));
        }
        self.at = Some(visit.path(rest));
        self.follows = false;
        self.with_faults(visit, &found, fault)
    }

    fn with_faults(self, visit: &Visit<impl Workspace>, found: &Violations, fault: String) -> Page {
        let rest = self.not_at_a_field(found, &visit.words);
        let fault = std::iter::once(fault).chain(rest).collect::<Vec<_>>();
        let view = View { fault: Some(fault.join(" ")), ..self };
        Ok(view.answer(StatusCode::UNPROCESSABLE_ENTITY, visit))
    }
}

/// The faults of a form, and the texts above it.
///
/// # Errors
/// Errors that are not faults of the form.
fn wrong(
    visit: &Visit<impl Workspace>,
    error: PageError,
) -> Result<(Violations, String), PageError> {
    let t = visit.t();
    let mut found = Violations::new();
    match error {
        PageError::Password => found.add(PASSWORD, Reason::plain(t.password_wrong)),
        error => match error.fault()? {
            ApiError::Invalid(faults) => found = visit.words.violations(&faults),
            ApiError::InvalidField { field, message } => {
                found.add(field, Reason::plain(visit.words.refusal(&message)));
            }
            other => return Ok((found, explained(&other, &visit.words))),
        },
    }
    Ok((found, t.fix_these.to_owned()))
}

/// The answer to a repeated form that creates a secret: it was created, and is not shown again.
pub(crate) fn already_made(visit: &Visit<impl Workspace>, title: &str, list: String) -> Page {
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
