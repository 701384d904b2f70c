//! The second factor of a person: turned on, renewed, turned off.

use super::{
    answer::{Forms, failed, page as html, see_other},
    entry::{entered, posted, value},
    people::People,
    qr::Qr,
    texts::Texts,
};
use actix_web::{HttpRequest, HttpResponse, http::StatusCode, web::Data};
use api_http::SmallBody;
use api_http::visitors::{Language, Visitor};
use askama::Template;
use runtime::wiring::App;
use sign_in::{HashError, TotpSecret, form_token};
use use_cases::people::sign_in::{
    CodeError, EnrolError, SecondFactorState, SignInError, begin_second_factor,
    confirm_second_factor, new_recovery_codes, remove_second_factor, second_factor_of,
};

/// The name that an authenticator shows with the address.
const SERVICE: &str = "Billhook";

type Fault = fn(&People) -> &'static str;

#[derive(Template)]
#[template(path = "second_factor.html")]
struct Shown {
    t: &'static Texts,
    p: &'static People,
    form_token: String,
    state: State,
    fault: Option<&'static str>,
}

enum State {
    Off,
    Begun { secret: String, uri: String, qr: Option<Qr> },
    On { left: usize },
}

#[derive(Template)]
#[template(path = "recovery_codes.html")]
struct Codes {
    t: &'static Texts,
    p: &'static People,
    codes: Vec<String>,
}

fn begun(secret: &TotpSecret, email: &str) -> State {
    let uri = secret.uri(SERVICE, email);
    State::Begun { secret: secret.expose(), qr: Qr::of(&uri), uri }
}

async fn show(
    http: &HttpRequest,
    app: &App,
    visitor: &Visitor,
    fault: Option<(StatusCode, Fault)>,
) -> HttpResponse {
    let language = Language::of(http);
    let (t, p) = (Texts::of(language), People::of(language));
    let state = match second_factor_of(app, visitor.signed_in.session.user).await {
        Ok(SecondFactorState::None) => State::Off,
        Ok(SecondFactorState::Begun(secret)) => begun(&secret, &visitor.signed_in.email),
        Ok(SecondFactorState::Active(left)) => State::On { left },
        Err(error) => return failed(language, &error),
    };
    let (status, fault) = match fault {
        Some((status, fault)) => (status, Some(fault(p))),
        None => (StatusCode::OK, None),
    };
    let shown = Shown { t, p, form_token: form_token(&visitor.cookie), state, fault };
    html(status, Forms::Here, &shown)
}

/// The status and the fault for an error of the form; `None` for an internal error.
fn fault_of(error: &EnrolError) -> Option<(StatusCode, Fault)> {
    let fault: (StatusCode, Fault) = match error {
        EnrolError::InUse => (StatusCode::CONFLICT, |p| p.in_use),
        EnrolError::Password(SignInError::Wrong) => (StatusCode::FORBIDDEN, |p| p.wrong_password),
        EnrolError::Password(SignInError::Limited(_))
        | EnrolError::Code(CodeError::Wait { .. }) => {
            (StatusCode::TOO_MANY_REQUESTS, |p| p.codes_wait)
        }
        EnrolError::Password(SignInError::Hash(HashError::Busy { .. })) => {
            (StatusCode::SERVICE_UNAVAILABLE, |p| p.busy)
        }
        EnrolError::Code(CodeError::Wrong) => (StatusCode::FORBIDDEN, |p| p.wrong_code),
        EnrolError::Code(CodeError::Over) => (StatusCode::CONFLICT, |p| p.begin_again),
        EnrolError::Password(_) | EnrolError::Code(_) => return None,
    };
    Some(fault)
}

async fn refused(
    http: &HttpRequest,
    app: &App,
    visitor: &Visitor,
    error: EnrolError,
) -> HttpResponse {
    match fault_of(&error) {
        Some(fault) => show(http, app, visitor, Some(fault)).await,
        None => failed(Language::of(http), &error),
    }
}

fn codes(http: &HttpRequest, codes: Vec<String>) -> HttpResponse {
    let (t, p) = (Texts::of(Language::of(http)), People::of(Language::of(http)));
    html(StatusCode::OK, Forms::Here, &Codes { t, p, codes })
}

/// `GET /account/second-factor`.
pub(super) async fn page(http: HttpRequest, app: Data<App>) -> HttpResponse {
    match entered(&http, &app).await {
        Ok(visitor) => show(&http, &app, &visitor, None).await,
        Err(answer) => answer,
    }
}

/// `POST /account/second-factor`: with the password.
pub(super) async fn begin(http: HttpRequest, app: Data<App>, body: SmallBody) -> HttpResponse {
    let (visitor, form) = match posted(&http, &app, &body).await {
        Ok(posted) => posted,
        Err(answer) => return answer,
    };
    if app.secrets_key.is_none() {
        let fault: (StatusCode, Fault) = (StatusCode::SERVICE_UNAVAILABLE, |p| p.no_secrets_key);
        return show(&http, &app, &visitor, Some(fault)).await;
    }
    let user = (visitor.signed_in.session.user, &*visitor.signed_in.email);
    match begin_second_factor(&**app, user, value(&form, "password")).await {
        Ok(()) => see_other("/account/second-factor"),
        Err(error) => refused(&http, &app, &visitor, error).await,
    }
}

/// `POST …/confirm`: with the first code. The answer shows the recovery codes.
pub(super) async fn confirm(http: HttpRequest, app: Data<App>, body: SmallBody) -> HttpResponse {
    let (visitor, form) = match posted(&http, &app, &body).await {
        Ok(posted) => posted,
        Err(answer) => return answer,
    };
    let session = &visitor.signed_in.session;
    let confirmed = (session.user, session.id);
    match confirm_second_factor(&**app, confirmed, value(&form, "code")).await {
        Ok(made) => codes(&http, made),
        Err(error) => refused(&http, &app, &visitor, error.into()).await,
    }
}

/// `POST …/codes`: with a code. The answer shows new recovery codes.
pub(super) async fn renew(http: HttpRequest, app: Data<App>, body: SmallBody) -> HttpResponse {
    let (visitor, form) = match posted(&http, &app, &body).await {
        Ok(posted) => posted,
        Err(answer) => return answer,
    };
    let user = visitor.signed_in.session.user;
    match new_recovery_codes(&**app, user, value(&form, "code")).await {
        Ok(made) => codes(&http, made),
        Err(error) => refused(&http, &app, &visitor, error.into()).await,
    }
}

/// `POST …/remove`: with the password and a code.
pub(super) async fn remove(http: HttpRequest, app: Data<App>, body: SmallBody) -> HttpResponse {
    let (visitor, form) = match posted(&http, &app, &body).await {
        Ok(posted) => posted,
        Err(answer) => return answer,
    };
    let user = (visitor.signed_in.session.user, &*visitor.signed_in.email);
    let sent = (value(&form, "password"), value(&form, "code"));
    match remove_second_factor(&**app, user, sent).await {
        Ok(()) => see_other("/account/second-factor"),
        Err(error) => refused(&http, &app, &visitor, error).await,
    }
}
