use super::{
    answer::{Forms, failed, page as html, see_other, stale},
    entry::{FormCookie, is_ours, own_form, set_cookie, signed_in, value},
    next::{GoOn, Next},
    people::People,
    texts::Texts,
};
use crate::{form, session::begin};
use actix_web::{
    HttpRequest, HttpResponse,
    http::{StatusCode, header},
    web::{Data, Query},
};
use api_http::SmallBody;
use api_http::visitors::{Cookie, Language, visitor};
use askama::Template;
use runtime::wiring::App;
use sign_in::HashError;
use use_cases::people::sign_in::{Entered, SignInError, sign_out};

#[derive(Template)]
#[template(path = "sign_in.html")]
struct SignInPage<'a> {
    t: &'static Texts,
    p: &'static People,
    form_token: String,
    /// The address of this page.
    here: String,
    next: Option<(&'static str, String)>,
    email: &'a str,
    fault: Option<&'static str>,
}

/// `GET /sign-in`.
pub(super) async fn page(http: HttpRequest, app: Data<App>, query: Query<GoOn>) -> HttpResponse {
    let next = query.next();
    match visitor(&http, &app).await {
        Ok(Some(_)) => see_other(&next.place()),
        Ok(None) => show(&http, &app, StatusCode::OK, &next, ("", None)),
        Err(error) => failed(Language::of(&http), &error),
    }
}

/// Shows the form. A cookie proves that it is ours.
fn show(
    http: &HttpRequest,
    app: &App,
    status: StatusCode,
    next: &Next,
    (email, fault): (&str, Option<&'static str>),
) -> HttpResponse {
    let language = Language::of(http);
    let cookie = match FormCookie::of(http, app) {
        Ok(cookie) => cookie,
        Err(error) => return failed(language, &error),
    };
    let (t, p) = (Texts::of(language), People::of(language));
    let (form_token, here, next) = (cookie.token(), next.by("/sign-in"), next.field());
    let shown = SignInPage { t, p, form_token, here, next, email, fault };
    cookie.on(html(status, Forms::Here, &shown), app)
}

/// `POST /sign-in`.
pub(super) async fn submit(http: HttpRequest, app: Data<App>, body: SmallBody) -> HttpResponse {
    let language = Language::of(&http);
    let base_url = &app.config.base_url;
    let Ok(form) = form::read(&http, &body) else { return stale(language) };
    let next = Next::of_form(&form);
    let cookie = Cookie::Form.read(&http, base_url);
    if !is_ours(&http, &app, cookie.as_deref(), &form) {
        // a form that stayed open in another tab: a person with a session continues
        return match visitor(&http, &app).await {
            Ok(Some(_)) => see_other(&next.place()),
            _ => stale(language),
        };
    }
    let (email, password) = (value(&form, "email"), value(&form, "password"));
    let again = |status, fault| show(&http, &app, status, &next, (email, Some(fault)));
    let t = Texts::of(language);
    match begin(&http, &app, email, password).await {
        Ok(Entered::Session(secret, _)) => signed_in(&next.place(), &secret, &app),
        Ok(Entered::SecondFactor(secret)) => {
            let mut answer = see_other(&next.by("/sign-in/code"));
            set_cookie(&mut answer, &Cookie::SecondFactor.set(secret.expose(), base_url));
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
pub(super) async fn sign_out_here(
    http: HttpRequest,
    app: Data<App>,
    body: SmallBody,
) -> HttpResponse {
    let base_url = &app.config.base_url;
    let cookie = Cookie::Session.read(&http, base_url);
    let Some(form) = own_form(&http, &app, &body, cookie.as_deref()) else {
        return stale(Language::of(&http));
    };
    if let Some(cookie) = cookie
        && let Err(error) = sign_out(&**app, &cookie).await
    {
        return failed(Language::of(&http), &error);
    }
    let mut answer = see_other(&Next::of_form(&form).by("/sign-in"));
    set_cookie(&mut answer, &Cookie::Session.remove(base_url));
    answer
}
