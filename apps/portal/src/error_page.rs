//! Error pages.

use crate::{
    answer::{message, see_other},
    error::{PageError, explained},
    words::Words,
};
use actix_web::{
    Error, HttpRequest, HttpResponse, ResponseError,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    http::{
        StatusCode,
        header::{self, HeaderValue},
    },
    middleware::Next,
};
use api_http::error::ApiError;
use api_http::visitors::{Language, sign_in_for};

/// Shows errors of pages as pages, in the reader's language.
///
/// # Errors
/// What the inner service says.
pub(crate) async fn error_pages(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let response = next.call(request).await?.map_into_boxed_body();
    let language = Language::of(response.request());
    let Some(error) = response.response().error() else { return Ok(response) };
    let http = response.request();
    let page = match (error.as_error::<PageError>(), error.as_error::<ApiError>()) {
        (Some(error), _) => page(http, error, language),
        (None, Some(error)) => {
            let text = explained(error, &Words::of(language));
            let mut page = message(http, error.parts().0, language, &text);
            keep_headers(&response, &mut page);
            page
        }
        (None, None) => return Ok(response),
    };
    Ok(ServiceResponse::new(response.into_parts().0, page))
}

/// Paths of APIs, whose errors are never pages, whatever the `Accept` header says.
const OF_PROGRAMS: [&str; 10] = [
    "/v1/",
    "/api/",
    "/sapi/",
    "/smp/",
    "/businesscard/",
    "/sk/",
    "/as4",
    "/.well-known/",
    "/health/",
    "/openapi.json",
];

/// Whether a browser asks for a page.
fn is_of_person(path: &str, accept: Option<&HeaderValue>) -> bool {
    let accept = accept.and_then(|value| value.to_str().ok()).unwrap_or_default();
    accept.contains("text/html") && !OF_PROGRAMS.iter().any(|start| path.starts_with(start))
}

/// Shows every error to people as a page, including those for unknown addresses and missing files.
///
/// # Errors
/// The error of the inner service.
pub async fn errors_for_people(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let is_of_person = is_of_person(request.path(), request.headers().get(header::ACCEPT));
    let response = next.call(request).await?.map_into_boxed_body();
    let status = response.status();
    let is_error = status.is_client_error() || status.is_server_error();
    if !is_of_person || !is_error || is_page(&response) {
        return Ok(response);
    }
    let http = response.request();
    let language = Language::of(http);
    let words = Words::of(language);
    let known = response.response().error().and_then(|error| error.as_error::<ApiError>());
    let text = match (known, status) {
        (Some(error), _) => explained(error, &words),
        (None, StatusCode::NOT_FOUND) => words.t.missing.to_owned(),
        (None, status) if status.is_server_error() => words.t.failed.to_owned(),
        (None, _) => words.t.refused.to_owned(),
    };
    let mut page = message(http, status, language, &text);
    keep_headers(&response, &mut page);
    Ok(ServiceResponse::new(response.into_parts().0, page))
}

/// Copies the headers of an error to its page.
fn keep_headers(response: &ServiceResponse, page: &mut HttpResponse) {
    for name in [header::RETRY_AFTER, header::ALLOW, header::WWW_AUTHENTICATE] {
        if let Some(value) = response.headers().get(&name) {
            page.headers_mut().insert(name, value.clone());
        }
    }
}

fn is_page(response: &ServiceResponse) -> bool {
    let media_type = response.headers().get(header::CONTENT_TYPE);
    media_type.is_some_and(|value| value.as_bytes().starts_with(b"text/html"))
}

/// Logs what is no fault of the caller.
fn log(error: &PageError) {
    let PageError::Api(cause) = error else { return };
    match cause {
        ApiError::Internal(_) => {
            tracing::error!(error = %cause, "page request failed: answered with 500");
        }
        ApiError::Unavailable(_) => tracing::warn!(
            error = %cause,
            "page not served: the database is out of reach or busy, answered with 503"
        ),
        _ => {}
    }
}

fn page(http: &HttpRequest, error: &PageError, language: Language) -> HttpResponse {
    if let PageError::SignIn = error {
        return see_other(&sign_in_for(http));
    }
    if let PageError::UnsentForm(left) = error {
        return left.page(http, language);
    }
    log(error);
    let text = error.text(&Words::of(language));
    let mut answer = message(http, error.status_code(), language, &text);
    if let PageError::Api(ApiError::RateLimited(limited)) = error {
        answer.headers_mut().insert(header::RETRY_AFTER, limited.retry_after.into());
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_get_pages_and_programs_do_not() {
        let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
        for (path, accept, expected) in [
            ("/no-such-page", Some(browser), true),
            ("/", Some(browser), true),
            ("/i/token/pdf", Some(browser), true),
            ("/metrics", Some(browser), true),
            ("/no-such-page", Some("application/json"), false),
            ("/no-such-page", Some("*/*"), false),
            ("/no-such-page", None, false),
            ("/v1/agent/nothing", Some(browser), false),
            ("/v1/partner/nothing", Some(browser), false),
            ("/api/auth/nothing", Some(browser), false),
            ("/openapi.json", Some(browser), false),
            ("/.well-known/nothing", Some(browser), false),
            ("/sapi/v1/nothing", Some(browser), false),
        ] {
            let accept = accept.map(HeaderValue::from_static);
            assert_eq!(is_of_person(path, accept.as_ref()), expected, "{path} {accept:?}");
        }
    }
}
