//! Forgotten passwords.

use super::{
    answer::{Forms, failed, notice, page as html, stale, too_often},
    entry::{FormCookie, own_form, value},
    people::People,
    texts::Texts,
};
use access::RateLimited;
use actix_web::{
    HttpRequest, HttpResponse,
    http::StatusCode,
    web::{Data, Path},
};
use api_http::visitors::{Cookie, Language};
use api_http::{SmallBody, client_address_of};
use askama::Template;
use persistence::StoreError;
use runtime::wiring::App;
use sign_in::{Attempt, HashError, PasswordError};
use use_cases::people::sign_in::{ResetError, admit, ask_reset, reset_of, reset_password};

#[derive(Template)]
#[template(path = "forgotten.html")]
struct Forgotten {
    t: &'static Texts,
    p: &'static People,
    form_token: String,
    sent: bool,
}

#[derive(Template)]
#[template(path = "new_password.html")]
struct NewPassword<'a> {
    t: &'static Texts,
    p: &'static People,
    form_token: String,
    action: String,
    intro: Option<String>,
    email: &'a str,
    fault: Option<&'static str>,
    button: &'static str,
}

/// The text for the fault of a new password.
pub(super) const fn password_fault(p: &People, error: PasswordError) -> &'static str {
    match error {
        PasswordError::Short => p.password_short,
        PasswordError::Long => p.password_long,
        PasswordError::Guessable => p.password_guessable,
    }
}

/// A page with a form for a new password.
pub(super) fn choose_password(
    http: &HttpRequest,
    app: &App,
    (action, intro): (String, Option<String>),
    (email, button): (&str, fn(&People) -> &'static str),
    fault: Option<&'static str>,
) -> HttpResponse {
    let (t, p) = (Texts::of(Language::of(http)), People::of(Language::of(http)));
    let cookie = match FormCookie::of(http, app) {
        Ok(cookie) => cookie,
        Err(error) => return failed(Language::of(http), &error),
    };
    let (form_token, button) = (cookie.token(), button(p));
    let shown = NewPassword { t, p, form_token, action, intro, email, fault, button };
    let status = if fault.is_some() { StatusCode::BAD_REQUEST } else { StatusCode::OK };
    cookie.on(html(status, Forms::Here, &shown), app)
}

/// Whether this client address may open more links.
pub(super) async fn may_follow(http: &HttpRequest, app: &App) -> Result<(), HttpResponse> {
    let address = client_address_of(http, &app.config);
    let attempt = Attempt::Link;
    let counted: Result<Result<(), RateLimited>, StoreError> =
        admit(app, attempt.from_address(address), attempt.limit()).await;
    match counted {
        Ok(Ok(())) => Ok(()),
        Ok(Err(limited)) => Err(too_often(Language::of(http), limited)),
        Err(error) => Err(failed(Language::of(http), &error)),
    }
}

fn show(http: &HttpRequest, app: &App, sent: bool) -> HttpResponse {
    let (t, p) = (Texts::of(Language::of(http)), People::of(Language::of(http)));
    let cookie = match FormCookie::of(http, app) {
        Ok(cookie) => cookie,
        Err(error) => return failed(Language::of(http), &error),
    };
    let shown = Forgotten { t, p, form_token: cookie.token(), sent };
    cookie.on(html(StatusCode::OK, Forms::Here, &shown), app)
}

/// `GET /forgotten`.
pub(super) async fn page(http: HttpRequest, app: Data<App>) -> HttpResponse {
    show(&http, &app, false)
}

/// `POST /forgotten`: the same answer whether the address has an account or not.
pub(super) async fn ask(http: HttpRequest, app: Data<App>, body: SmallBody) -> HttpResponse {
    let cookie = Cookie::Form.read(&http, &app.config.base_url);
    let Some(form) = own_form(&http, &app, &body, cookie.as_deref()) else {
        return stale(Language::of(&http));
    };
    let address = client_address_of(&http, &app.config);
    match ask_reset(&**app, value(&form, "email"), address).await {
        Ok(()) => {
            app.notifier.jobs();
            show(&http, &app, true)
        }
        Err(ResetError::Limited(limited)) => too_often(Language::of(&http), limited),
        Err(error) => failed(Language::of(&http), &error),
    }
}

fn over(http: &HttpRequest) -> HttpResponse {
    notice(http, StatusCode::GONE, |p| (p.cannot, p.link_over))
}

fn form_again(
    http: &HttpRequest,
    app: &App,
    (token, email): (&str, &str),
    fault: Option<&'static str>,
) -> HttpResponse {
    let action = format!("/reset/{token}");
    choose_password(http, app, (action, None), (email, |p| p.set_password), fault)
}

/// `GET /reset/{token}`.
pub(super) async fn link(http: HttpRequest, app: Data<App>, token: Path<String>) -> HttpResponse {
    if let Err(answer) = may_follow(&http, &app).await {
        return answer;
    }
    match reset_of(&**app, &token).await {
        Ok((_, user)) => form_again(&http, &app, (&token, &user.email), None),
        Err(ResetError::Over) => over(&http),
        Err(error) => failed(Language::of(&http), &error),
    }
}

/// `POST /reset/{token}`.
pub(super) async fn set(
    http: HttpRequest,
    app: Data<App>,
    token: Path<String>,
    body: SmallBody,
) -> HttpResponse {
    if let Err(answer) = may_follow(&http, &app).await {
        return answer;
    }
    let cookie = Cookie::Form.read(&http, &app.config.base_url);
    let Some(form) = own_form(&http, &app, &body, cookie.as_deref()) else {
        return stale(Language::of(&http));
    };
    let p = People::of(Language::of(&http));
    let address = client_address_of(&http, &app.config);
    match reset_password(&**app, &token, value(&form, "password"), address).await {
        Ok(()) => notice(&http, StatusCode::OK, |p| (p.new_password, p.password_is_set)),
        Err(ResetError::Password(error)) => {
            form_again(&http, &app, (&token, ""), Some(password_fault(p, error)))
        }
        Err(ResetError::Hash(HashError::Busy { .. })) => {
            form_again(&http, &app, (&token, ""), Some(p.busy))
        }
        Err(ResetError::Over) => over(&http),
        Err(error) => failed(Language::of(&http), &error),
    }
}
