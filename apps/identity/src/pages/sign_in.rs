use super::{
    Language,
    answer::{Forms, failed, page as html, see_other, stale},
    texts::Texts,
};
use crate::{
    cookies::Cookie,
    form,
    same_origin::is_same_origin,
    session::{begin, visitor},
};
use actix_web::{
    HttpRequest, HttpResponse,
    http::{StatusCode, header},
    web::{Data, Query},
};
use api_http::Body;
use askama::Template;
use oauth::{GrantId, Parameters};
use runtime::{secrets, wiring::App};
use serde::Deserialize;
use sign_in::{HashError, Secret, form_token};
use use_cases::sign_in::{SignInError, sign_out};

#[derive(Template)]
#[template(path = "sign_in.html")]
struct SignInPage<'a> {
    t: &'static Texts,
    form_token: String,
    grant: Option<GrantId>,
    email: &'a str,
    fault: Option<&'static str>,
}

/// Where somebody goes on after signing in. Nothing but these: an address in a parameter would lead
/// anywhere.
#[derive(Deserialize)]
pub(super) struct GoOn {
    consent: Option<String>,
}

fn grant_of(text: Option<&str>) -> Option<GrantId> {
    text?.parse().ok()
}

fn place(grant: Option<GrantId>) -> String {
    grant.map_or_else(|| "/portal".to_owned(), |grant| format!("/consent/{grant}"))
}

/// The address of this page for somebody on the way to consent.
pub(super) fn address(grant: GrantId) -> String {
    format!("/sign-in?consent={grant}")
}

/// `GET /sign-in`.
pub(super) async fn page(http: HttpRequest, app: Data<App>, query: Query<GoOn>) -> HttpResponse {
    let language = Language::of(&http);
    let grant = grant_of(query.consent.as_deref());
    match visitor(&http, &app).await {
        Ok(Some(_)) => see_other(&place(grant)),
        Ok(None) => blank(&app, language, grant),
        Err(error) => failed(language, &error),
    }
}

fn blank(app: &App, language: Language, grant: Option<GrantId>) -> HttpResponse {
    show(app, language, StatusCode::OK, grant, ("", None))
}

/// The form with a token of its own, which the cookie beside it proves.
fn show(
    app: &App,
    language: Language,
    status: StatusCode,
    grant: Option<GrantId>,
    (email, fault): (&str, Option<&'static str>),
) -> HttpResponse {
    let secret = match secrets::random() {
        Ok(random) => Secret::new(random),
        Err(error) => return failed(language, &error),
    };
    let (t, form_token) = (Texts::of(language), form_token(secret.expose()));
    let shown = SignInPage { t, form_token, grant, email, fault };
    let mut answer = html(status, Forms::Here, &shown);
    set_cookie(&mut answer, &Cookie::Form.set(secret.expose(), &app.config.base_url));
    answer
}

pub(super) fn set_cookie(answer: &mut HttpResponse, cookie: &str) {
    if let Ok(value) = header::HeaderValue::from_str(cookie) {
        answer.headers_mut().append(header::SET_COOKIE, value);
    }
}

/// Whether a form was made for this cookie, on a page of ours.
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

/// `POST /sign-in`.
pub(super) async fn submit(http: HttpRequest, app: Data<App>, body: Body) -> HttpResponse {
    let language = Language::of(&http);
    let base_url = &app.config.base_url;
    let Ok(form) = form::read(&http, &body) else { return stale(language) };
    let cookie = Cookie::Form.read(&http, base_url);
    if !is_ours(&http, &app, cookie.as_deref(), &form) {
        return stale(language);
    }
    let value = |name| form.optional(name).ok().flatten().unwrap_or_default();
    let (email, password) = (value("email"), value("password"));
    let grant = grant_of(Some(value("consent")));
    let again = |status, fault| show(&app, language, status, grant, (email, Some(fault)));
    let t = Texts::of(language);
    match begin(&http, &app, email, password).await {
        Ok((secret, _)) => {
            let mut answer = see_other(&place(grant));
            set_cookie(&mut answer, &Cookie::Session.set(secret.expose(), base_url));
            set_cookie(&mut answer, &Cookie::Form.remove(base_url));
            answer
        }
        Err(SignInError::Wrong) => again(StatusCode::UNAUTHORIZED, t.wrong),
        Err(SignInError::Limited(limited)) => {
            let mut answer = again(StatusCode::TOO_MANY_REQUESTS, t.too_often);
            answer.headers_mut().insert(header::RETRY_AFTER, limited.retry_after.into());
            answer
        }
        Err(SignInError::Hash(HashError::Busy { .. })) => {
            again(StatusCode::SERVICE_UNAVAILABLE, t.too_often)
        }
        Err(error) => failed(language, &error),
    }
}

/// `POST /sign-out`; with `consent` on the way to another account.
pub(super) async fn sign_out_here(http: HttpRequest, app: Data<App>, body: Body) -> HttpResponse {
    let language = Language::of(&http);
    let base_url = &app.config.base_url;
    let Ok(form) = form::read(&http, &body) else { return stale(language) };
    let cookie = Cookie::Session.read(&http, base_url);
    if !is_ours(&http, &app, cookie.as_deref(), &form) {
        return stale(language);
    }
    if let Some(cookie) = cookie
        && let Err(error) = sign_out(&**app, &cookie).await
    {
        return failed(language, &error);
    }
    let grant = grant_of(form.optional("consent").ok().flatten());
    let mut answer = see_other(&grant.map_or_else(|| "/sign-in".to_owned(), address));
    set_cookie(&mut answer, &Cookie::Session.remove(base_url));
    answer
}
