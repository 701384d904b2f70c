//! The choice of the language of pages.

use crate::{
    answer::{message, see_other},
    form::Form,
    texts::Texts,
};
use actix_web::{
    HttpRequest, HttpResponse,
    http::{StatusCode, header},
    web::Data,
};
use api_http::Body;
use api_http::visitors::{Language, is_same_origin};
use runtime::wiring::App;

/// `POST /language`: pages are in this language until the browser is closed.
pub(crate) async fn choose(http: HttpRequest, app: Data<App>, body: Body) -> HttpResponse {
    // works without a session, and so without a form token
    if !is_same_origin(&http, &app.config.base_url) {
        let language = Language::of(&http);
        return message(
            &http,
            StatusCode::FORBIDDEN,
            language,
            Texts::of(language.written()).stale,
        );
    }
    let form = Form::read(&http, &body).unwrap_or_default();
    let chosen = Language::of_code(form.text("language"));
    // a path of ours: `//host` and `/\host` are none, and a header is ASCII
    let back = form.filled("back").filter(|back| {
        let mut chars = back.chars();
        chars.next() == Some('/')
            && !matches!(chars.next(), Some('/' | '\\'))
            && back.is_ascii()
            && !back.contains(char::is_control)
    });
    let mut answer = see_other(back.unwrap_or("/"));
    let cookie = chosen.map(|language| language.remember(&app.config.base_url));
    if let Some(Ok(value)) = cookie.map(|cookie| header::HeaderValue::from_str(&cookie)) {
        answer.headers_mut().append(header::SET_COOKIE, value);
    }
    answer
}
