//! The second step of signing in.

use super::{
    answer::{Forms, failed, page as html, see_other, stale},
    entry::{own_form, signed_in, value},
    next::{GoOn, Next},
    people::People,
    texts::Texts,
};
use crate::session::finish;
use actix_web::{
    HttpRequest, HttpResponse,
    http::{StatusCode, header},
    web::{Data, Query},
};
use api_http::SmallBody;
use api_http::visitors::{Cookie, Language};
use askama::Template;
use runtime::wiring::App;
use sign_in::form_token;
use use_cases::people::sign_in::{CodeError, pending};

#[derive(Template)]
#[template(path = "code.html")]
struct Shown {
    t: &'static Texts,
    p: &'static People,
    form_token: String,
    /// The address of this page.
    here: String,
    next: Option<(&'static str, String)>,
    fault: Option<&'static str>,
}

fn show(
    http: &HttpRequest,
    status: StatusCode,
    (cookie, next): (&str, &Next),
    fault: Option<fn(&People) -> &'static str>,
) -> HttpResponse {
    let language = Language::of(http);
    let (t, p) = (Texts::of(language), People::of(language));
    let fault = fault.map(|text| text(p));
    let here = next.by("/sign-in/code");
    let form_token = form_token(cookie);
    let shown = Shown { t, p, form_token, here, next: next.field(), fault };
    html(status, Forms::Here, &shown)
}

/// `GET /sign-in/code`.
pub(super) async fn page(http: HttpRequest, app: Data<App>, query: Query<GoOn>) -> HttpResponse {
    let next = query.next();
    let again = || see_other(&next.by("/sign-in"));
    let Some(cookie) = Cookie::SecondFactor.read(&http, &app.config.base_url) else {
        return again();
    };
    match pending(&**app, &cookie).await {
        Ok(Some(_)) => show(&http, StatusCode::OK, (&cookie, &next), None),
        Ok(None) => again(),
        Err(error) => failed(Language::of(&http), &error),
    }
}

/// `POST /sign-in/code`.
pub(super) async fn submit(http: HttpRequest, app: Data<App>, body: SmallBody) -> HttpResponse {
    let cookie = Cookie::SecondFactor.read(&http, &app.config.base_url);
    let Some(form) = own_form(&http, &app, &body, cookie.as_deref()) else {
        return stale(Language::of(&http));
    };
    let (cookie, next) = (cookie.unwrap_or_default(), Next::of_form(&form));
    match finish(&http, &app, &cookie, value(&form, "code")).await {
        Ok((secret, _)) => signed_in(&next.place(), &secret, &app),
        Err(CodeError::Wrong) => {
            show(&http, StatusCode::UNAUTHORIZED, (&cookie, &next), Some(|p| p.wrong_code))
        }
        Err(CodeError::Wait { retry_after }) => {
            let fault = Some((|p| p.codes_wait) as fn(&People) -> &'static str);
            let mut answer = show(&http, StatusCode::TOO_MANY_REQUESTS, (&cookie, &next), fault);
            answer.headers_mut().insert(header::RETRY_AFTER, retry_after.into());
            answer
        }
        Err(CodeError::Over) => see_other(&next.by("/sign-in")),
        Err(error) => failed(Language::of(&http), &error),
    }
}
