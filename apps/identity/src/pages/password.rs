//! One's own password, changed while signed in.

use super::{
    answer::{Forms, failed, notice, page as html},
    entry::{entered, posted, value},
    forgotten::password_fault,
    people::People,
    texts::Texts,
};
use actix_web::{
    HttpRequest, HttpResponse,
    http::{StatusCode, header},
    web::Data,
};
use api_http::SmallBody;
use api_http::visitors::{Language, Visitor};
use askama::Template;
use runtime::wiring::App;
use sign_in::{HashError, form_token};
use use_cases::people::sign_in::{
    ChangePasswordError, CodeError, PasswordSent, SecondFactorState, SignInError, change_password,
    second_factor_of,
};

#[derive(Template)]
#[template(path = "password.html")]
struct Shown<'a> {
    t: &'static Texts,
    p: &'static People,
    form_token: String,
    email: &'a str,
    /// Whether the form asks for a code too.
    second_factor: bool,
    fault: Option<&'static str>,
}

/// What is wrong with the form.
struct Fault {
    status: StatusCode,
    text: &'static str,
    retry_after: Option<u32>,
}

impl Fault {
    fn new(status: StatusCode, text: &'static str) -> Self {
        Self { status, text, retry_after: None }
    }

    fn later(text: &'static str, retry_after: u32) -> Self {
        let retry_after = Some(retry_after);
        Self { status: StatusCode::TOO_MANY_REQUESTS, text, retry_after }
    }

    /// An error of ours is none of these.
    fn of(error: &ChangePasswordError, t: &Texts, p: &People) -> Option<Self> {
        Some(match error {
            ChangePasswordError::New(error) => {
                Self::new(StatusCode::BAD_REQUEST, password_fault(p, *error))
            }
            ChangePasswordError::Current(SignInError::Wrong) => {
                Self::new(StatusCode::FORBIDDEN, p.wrong_password)
            }
            ChangePasswordError::Current(SignInError::Limited(limited)) => {
                Self::later(t.too_often, limited.retry_after)
            }
            ChangePasswordError::Current(SignInError::Hash(HashError::Busy { .. })) => {
                Self::new(StatusCode::SERVICE_UNAVAILABLE, p.busy)
            }
            ChangePasswordError::NoCode => Self::new(StatusCode::FORBIDDEN, p.code_hint),
            ChangePasswordError::Code(CodeError::Wrong) => {
                Self::new(StatusCode::FORBIDDEN, p.wrong_code)
            }
            ChangePasswordError::Code(CodeError::Wait { retry_after }) => {
                Self::later(p.codes_wait, *retry_after)
            }
            ChangePasswordError::Current(_) | ChangePasswordError::Code(_) => return None,
        })
    }
}

async fn show(
    http: &HttpRequest,
    app: &App,
    visitor: &Visitor,
    fault: Option<Fault>,
) -> HttpResponse {
    let language = Language::of(http);
    let (t, p) = (Texts::of(language), People::of(language));
    let second_factor = match second_factor_of(app, visitor.signed_in.session.user).await {
        Ok(state) => matches!(state, SecondFactorState::Active(_)),
        Err(error) => return failed(language, &error),
    };
    let (form_token, email) = (form_token(&visitor.cookie), &*visitor.signed_in.email);
    let text = fault.as_ref().map(|fault| fault.text);
    let status = fault.as_ref().map_or(StatusCode::OK, |fault| fault.status);
    let shown = Shown { t, p, form_token, email, second_factor, fault: text };
    let mut answer = html(status, Forms::Here, &shown);
    if let Some(seconds) = fault.and_then(|fault| fault.retry_after) {
        answer.headers_mut().insert(header::RETRY_AFTER, seconds.into());
    }
    answer
}

/// `GET /account/password`.
pub(super) async fn page(http: HttpRequest, app: Data<App>) -> HttpResponse {
    match entered(&http, &app).await {
        Ok(visitor) => show(&http, &app, &visitor, None).await,
        Err(answer) => answer,
    }
}

/// `POST /account/password`.
pub(super) async fn change(http: HttpRequest, app: Data<App>, body: SmallBody) -> HttpResponse {
    let (visitor, form) = match posted(&http, &app, &body).await {
        Ok(posted) => posted,
        Err(answer) => return answer,
    };
    let (current, new) = (value(&form, "current"), value(&form, "password"));
    let sent = PasswordSent { current, new, code: value(&form, "code") };
    let error = match change_password(&**app, &visitor.signed_in, sent).await {
        Ok(()) => {
            app.notifier.jobs();
            return notice(&http, StatusCode::OK, |p| (p.new_password, p.password_is_changed));
        }
        Err(error) => error,
    };
    let language = Language::of(&http);
    match Fault::of(&error, Texts::of(language), People::of(language)) {
        Some(fault) => show(&http, &app, &visitor, Some(fault)).await,
        None => failed(language, &error),
    }
}
