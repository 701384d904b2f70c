//! Long forms outlive sessions. When the session has ended or has changed, the person gets a page with the texts of the
//! form, which goes on after the sign-in. The texts are not stored and not acted on: the form is shown again, and the
//! person sends it again.

use crate::{
    error::PageError,
    form::{Form, MAX_FORM, PASSWORD},
    unsent_form::{RESUMED, UnsentForm},
    visit::Visit,
};
use actix_web::{FromRequest, HttpRequest, dev::Payload, http::header};
use api_http::visitors::is_same_origin;
use api_http::{Body, app_of};
use std::{future::Future, pin::Pin};

/// Fields that a person does not write.
const OURS: [&str; 5] = ["form_token", "once", "do", RESUMED, PASSWORD];

/// A form that was posted to a page.
pub(crate) struct Posted {
    pub(crate) visit: Visit,
    pub(crate) form: Form,
    /// Whether the form was filled in another session. It is shown again then, and nothing is done.
    pub(crate) resumed: bool,
}

impl FromRequest for Posted {
    type Error = PageError;
    type Future = Pin<Box<dyn Future<Output = Result<Self, PageError>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let http = request.clone();
        let visit = Visit::from_request(request, payload);
        let body = Body::from_request(request, payload);
        Box::pin(async move {
            match visit.await {
                Ok(visit) => checked(visit, &body.await?),
                Err(PageError::SignIn) if is_short(&http) => {
                    let (app, form) = (app_of(&http)?, Form::read(&http, &body.await?));
                    let base_url = &app.config.base_url;
                    let left =
                        form.ok().and_then(|form| unsent_form_error(&http, base_url, form, false));
                    Err(left.unwrap_or(PageError::SignIn))
                }
                Err(error) => Err(error),
            }
        })
    }
}

fn checked(visit: Visit, body: &Body) -> Result<Posted, PageError> {
    match visit.form(body) {
        Ok(form) => Ok(Posted { visit, form, resumed: false }),
        Err(PageError::Stale) => {
            let form = Form::read(&visit.http, body)?;
            let is_ours = is_same_origin(&visit.http, &visit.config.base_url);
            if is_ours && form.filled(RESUMED).is_some() {
                return Ok(Posted { visit, form, resumed: true });
            }
            let left = unsent_form_error(&visit.http, &visit.config.base_url, form, true);
            Err(left.unwrap_or(PageError::Stale))
        }
        Err(error) => Err(error),
    }
}

/// Whether a form without a session is short enough to be parsed, by its announced length.
fn is_short(http: &HttpRequest) -> bool {
    let length = http.headers().get(header::CONTENT_LENGTH).and_then(|it| it.to_str().ok());
    length.and_then(|it| it.parse::<usize>().ok()).is_some_and(|length| length <= MAX_FORM)
}

/// The error for a form of ours that contains texts.
fn unsent_form_error(
    http: &HttpRequest,
    base_url: &str,
    form: Form,
    is_signed_in: bool,
) -> Option<PageError> {
    let fields: Vec<_> =
        form.fields().filter(|(name, _)| !OURS.contains(name)).map(owned).collect();
    let is_text = fields.iter().any(|(_, value)| !value.is_empty());
    (is_text && is_same_origin(http, base_url))
        .then_some(PageError::UnsentForm(UnsentForm { fields, is_signed_in }))
}

fn owned((name, value): (&str, &str)) -> (String, String) {
    (name.to_owned(), value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;

    const BASE: &str = "https://billhook.example";

    fn left_of(site: &str, body: &[u8]) -> Option<UnsentForm> {
        let http = TestRequest::default().insert_header(("Sec-Fetch-Site", site));
        match unsent_form_error(&http.to_http_request(), BASE, Form::parse(body), false) {
            Some(PageError::UnsentForm(left)) => Some(left),
            _ => None,
        }
    }

    #[test]
    fn what_was_typed_on_our_page_comes_back_and_nothing_else() {
        let body =
            b"form_token=t&once=o&do=issue&password=p&resumed=1&note=x&description=&description=a";
        let fields = left_of("same-origin", body).expect("a text").fields;
        let fields: Vec<_> = fields.iter().map(|(name, value)| (&**name, &**value)).collect();
        assert_eq!(fields, [("note", "x"), ("description", ""), ("description", "a")]);
        assert!(left_of("cross-site", body).is_none());
        assert!(left_of("same-origin", b"form_token=t&once=o&do=issue&note=").is_none());
        let shown = format!("{:?}", left_of("same-origin", b"note=secret").expect("a text"));
        assert!(!shown.contains("secret"), "{shown}");
    }

    #[test]
    fn who_is_not_signed_in_sends_little() {
        let is_short = |length: &str| {
            let http = TestRequest::default().insert_header((header::CONTENT_LENGTH, length));
            is_short(&http.to_http_request())
        };
        assert!(is_short("0") && is_short(&MAX_FORM.to_string()));
        assert!(!is_short(&(MAX_FORM + 1).to_string()) && !is_short("x") && !is_short("-1"));
        assert!(!super::is_short(&TestRequest::default().to_http_request()), "chunked");
    }
}
