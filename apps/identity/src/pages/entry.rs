//! Sessions and forms of pages, for people who are signed in and for those who are not yet.

use super::answer::{failed, see_other, stale};
use crate::form;
use actix_web::{HttpRequest, HttpResponse, http::header};
use api_http::SmallBody;
use api_http::visitors::{Cookie, Language, Visitor, is_same_origin, sign_in_for, visitor};
use oauth::Parameters;
use runtime::{secrets, wiring::App};
use sign_in::{Secret, form_token};
use use_cases::NoRandomness;

/// The signed-in person; without a session, the answer that leads to the sign-in.
pub(super) async fn entered(http: &HttpRequest, app: &App) -> Result<Visitor, HttpResponse> {
    match visitor(http, app).await {
        Ok(Some(visitor)) => Ok(visitor),
        Ok(None) => Err(see_other(&sign_in_for(http))),
        Err(error) => Err(failed(Language::of(http), &error)),
    }
}

/// The signed-in person, with the form that they sent from a page of this site.
pub(super) async fn posted(
    http: &HttpRequest,
    app: &App,
    body: &SmallBody,
) -> Result<(Visitor, Parameters), HttpResponse> {
    let visitor = entered(http, app).await?;
    match own_form(http, app, body, Some(&visitor.cookie)) {
        Some(form) => Ok((visitor, form)),
        None => Err(stale(Language::of(http))),
    }
}

/// Parses a form that was made for this cookie.
pub(super) fn own_form(
    http: &HttpRequest,
    app: &App,
    body: &SmallBody,
    cookie: Option<&str>,
) -> Option<Parameters> {
    form::read(http, body).ok().filter(|form| is_ours(http, app, cookie, form))
}

/// Whether a form was made for this cookie, on a page of this site.
pub(super) fn is_ours(
    http: &HttpRequest,
    app: &App,
    cookie: Option<&str>,
    form: &Parameters,
) -> bool {
    let sent = form.optional("form_token").ok().flatten();
    let expected = cookie.map(form_token);
    expected.is_some() && sent == expected.as_deref() && is_same_origin(http, &app.config.base_url)
}

/// A value of a form; empty when it is missing.
pub(super) fn value<'a>(form: &'a Parameters, name: &str) -> &'a str {
    form.optional(name).ok().flatten().unwrap_or_default()
}

/// Whether a text has the form of a secret of this service.
pub(super) fn is_secret(text: &str) -> bool {
    text.len() == 43 && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
}

/// The cookie that forms of a person without a session belong to. A cookie that the browser has already is used again,
/// so that a page in a second tab does not invalidate the form in the first.
pub(super) struct FormCookie {
    value: String,
    is_new: bool,
}

impl FormCookie {
    pub(super) fn of(http: &HttpRequest, app: &App) -> Result<Self, NoRandomness> {
        let known = Cookie::Form.read(http, &app.config.base_url);
        if let Some(value) = known.filter(|value| is_secret(value)) {
            return Ok(Self { value, is_new: false });
        }
        let value = Secret::new(secrets::random()?).expose().to_owned();
        Ok(Self { value, is_new: true })
    }

    /// The token in a form of this cookie.
    pub(super) fn token(&self) -> String {
        form_token(&self.value)
    }

    /// The answer, which sets the cookie when the browser has none.
    pub(super) fn on(self, mut answer: HttpResponse, app: &App) -> HttpResponse {
        if self.is_new {
            set_cookie(&mut answer, &Cookie::Form.set(&self.value, &app.config.base_url));
        }
        answer
    }
}

/// Adds a cookie to an answer.
pub(super) fn set_cookie(answer: &mut HttpResponse, cookie: &str) {
    if let Ok(value) = header::HeaderValue::from_str(cookie) {
        answer.headers_mut().append(header::SET_COOKIE, value);
    }
}

/// Sets the session cookie and redirects to a page.
pub(super) fn signed_in(place: &str, secret: &Secret, app: &App) -> HttpResponse {
    let base_url = &app.config.base_url;
    let mut answer = see_other(place);
    set_cookie(&mut answer, &Cookie::Session.set(secret.expose(), base_url));
    set_cookie(&mut answer, &Cookie::SecondFactor.remove(base_url));
    answer
}
