use crate::{answer::html, texts::Texts};
use actix_web::{HttpRequest, HttpResponse, http::StatusCode, web::Data};
use api_http::visitors::{Language, visitor};
use askama::Template;
use runtime::wiring::App;

#[derive(Template)]
#[template(path = "home.html")]
struct Home {
    t: &'static Texts,
    back: &'static str,
    signed_in: bool,
}

/// `GET /`: what this is.
pub(crate) async fn page(http: HttpRequest, app: Data<App>) -> HttpResponse {
    // a failure counts as no session: the page shows no data of a person
    let signed_in = matches!(visitor(&http, &app).await, Ok(Some(_)));
    html(
        StatusCode::OK,
        &Home { t: Texts::of(Language::of(&http).written()), back: "/", signed_in },
    )
}
