//! Answers of pages: HTML under one content security policy, and a page with one sentence.

use crate::texts::Texts;
use actix_web::{HttpRequest, HttpResponse, http::StatusCode};
use api_http::request_id_of;
use api_http::visitors::Language;
pub(crate) use api_http::visitors::see_other;
use askama::Template;

pub(crate) const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; \
                      frame-ancestors 'none'; base-uri 'none'";

/// A page: [`api_http::visitors::html`] with what the pages here may load.
pub(crate) fn html(status: StatusCode, template: &impl Template) -> HttpResponse {
    api_http::visitors::html(status, POLICY, template)
}

#[derive(Template)]
#[template(path = "message.html")]
struct Message<'a> {
    t: &'static Texts,
    text: &'a str,
    /// The id of the request, by which the operator finds it in the log.
    request: Option<String>,
    back: &'a str,
}

/// A page with a sentence.
pub(crate) fn message(
    http: &HttpRequest,
    status: StatusCode,
    language: Language,
    text: &str,
) -> HttpResponse {
    let is_fault = status.is_client_error() || status.is_server_error();
    let request = request_id_of(http).filter(|_| is_fault);
    html(status, &Message { t: Texts::of(language.written()), text, request, back: "/portal" })
}
