//! The pages of an invitation that was sent by mail.

use super::{
    account::place_of,
    answer::{Forms, failed, notice, page as html, see_other, stale},
    entry::{own_form, signed_in, value},
    forgotten::{choose_password, may_follow, password_fault},
    next::Next,
    people::People,
    texts::Texts,
};
use crate::session::begin;
use actix_web::{
    HttpRequest, HttpResponse,
    http::StatusCode,
    web::{Data, Path},
};
use api_http::SmallBody;
use api_http::visitors::{Cookie, Language, Visitor, visitor};
use askama::Template;
use members::SeatBillingError;
use persistence::StoreError;
use runtime::wiring::App;
use sign_in::{HashError, form_token};
use use_cases::people::{
    members::{AcceptError, Welcome, accept_as_new_user, accept_as_user, invitation_of},
    sign_in::Entered,
};

#[derive(Template)]
#[template(path = "invitation.html")]
struct Shown<'a> {
    t: &'static Texts,
    p: &'static People,
    token: &'a str,
    intro: String,
    email: &'a str,
    /// The address of the signed-in person, and whether the invitation is for it.
    reader: Option<(&'a str, bool)>,
    form_token: String,
}

fn refused(http: &HttpRequest, error: &AcceptError) -> HttpResponse {
    match error {
        AcceptError::Over => notice(http, StatusCode::GONE, |p| (p.cannot, p.link_over)),
        AcceptError::AnotherAddress => {
            notice(http, StatusCode::FORBIDDEN, |p| (p.cannot, p.another_address))
        }
        AcceptError::HasAccount => {
            notice(http, StatusCode::CONFLICT, |p| (p.cannot, p.has_account))
        }
        AcceptError::Seat(SeatBillingError::Declined) => {
            notice(http, StatusCode::PAYMENT_REQUIRED, |p| (p.cannot, p.no_seat))
        }
        AcceptError::Store(StoreError::Conflict) => {
            notice(http, StatusCode::SERVICE_UNAVAILABLE, |p| (p.cannot, p.busy))
        }
        error => failed(Language::of(http), error),
    }
}

/// The page for a person who is signed in, or who has an account and has to sign in.
fn show(
    http: &HttpRequest,
    token: &str,
    found: &Welcome,
    reader: Option<&Visitor>,
) -> HttpResponse {
    let language = Language::of(http);
    let (t, p, new) = (Texts::of(language), People::of(language), &found.invitation.new);
    let shown = Shown {
        t,
        p,
        token,
        intro: intro(http, found),
        email: &new.email,
        reader: reader.map(|reader| {
            let email = &reader.signed_in.email;
            (&**email, email.to_lowercase() == new.email)
        }),
        form_token: reader.map(|reader| form_token(&reader.cookie)).unwrap_or_default(),
    };
    html(StatusCode::OK, Forms::Here, &shown)
}

fn intro(http: &HttpRequest, found: &Welcome) -> String {
    let language = Language::of(http);
    let (t, p, invitation) = (Texts::of(language), People::of(language), &found.invitation);
    let role = t.role(&invitation.new.role);
    format!("{} {} {} ({role}).", invitation.inviter_email, p.invites_you_to, invitation.group_name)
}

/// The page for a person without an account.
fn choose(
    http: &HttpRequest,
    app: &App,
    (token, found): (&str, &Welcome),
    fault: Option<&'static str>,
) -> HttpResponse {
    let action = (format!("/invitation/{token}"), Some(intro(http, found)));
    choose_password(http, app, action, (&found.invitation.new.email, |p| p.accept), fault)
}

/// `GET /invitation/{token}`.
pub(super) async fn page(http: HttpRequest, app: Data<App>, token: Path<String>) -> HttpResponse {
    if let Err(answer) = may_follow(&http, &app).await {
        return answer;
    }
    let found = match invitation_of(&**app, &token).await {
        Ok(found) => found,
        Err(error) => return refused(&http, &error),
    };
    match visitor(&http, &app).await {
        Ok(Some(reader)) => show(&http, &token, &found, Some(&reader)),
        Ok(None) if found.has_account => show(&http, &token, &found, None),
        Ok(None) => choose(&http, &app, (&token, &found), None),
        Err(error) => failed(Language::of(&http), &error),
    }
}

/// `POST /invitation/{token}`.
pub(super) async fn accept(
    http: HttpRequest,
    app: Data<App>,
    token: Path<String>,
    body: SmallBody,
) -> HttpResponse {
    if let Err(answer) = may_follow(&http, &app).await {
        return answer;
    }
    match visitor(&http, &app).await {
        Ok(Some(reader)) => {
            if own_form(&http, &app, &body, Some(&reader.cookie)).is_none() {
                return stale(Language::of(&http));
            }
            let user = (reader.signed_in.session.user, &*reader.signed_in.email);
            match accept_as_user(&**app, &token, user).await {
                Ok(group) => see_other(&place_of(group)),
                Err(error) => refused(&http, &error),
            }
        }
        Ok(None) => accept_as_new(&http, &app, &token, &body).await,
        Err(error) => failed(Language::of(&http), &error),
    }
}

async fn accept_as_new(
    http: &HttpRequest,
    app: &App,
    token: &str,
    body: &SmallBody,
) -> HttpResponse {
    let cookie = Cookie::Form.read(http, &app.config.base_url);
    let Some(form) = own_form(http, app, body, cookie.as_deref()) else {
        return stale(Language::of(http));
    };
    let found = match invitation_of(app, token).await {
        Ok(found) => found,
        Err(error) => return refused(http, &error),
    };
    let (password, p) = (value(&form, "password"), People::of(Language::of(http)));
    let group = match accept_as_new_user(app, token, password).await {
        Ok(group) => group,
        Err(AcceptError::Password(error)) => {
            return choose(http, app, (token, &found), Some(password_fault(p, error)));
        }
        Err(AcceptError::Hash(HashError::Busy { .. })) => {
            return choose(http, app, (token, &found), Some(p.busy));
        }
        Err(error) => return refused(http, &error),
    };
    match begin(http, app, &found.invitation.new.email, password).await {
        Ok(Entered::Session(secret, _)) => signed_in(&place_of(group), &secret, app),
        // the account exists: when the automatic sign-in fails, the person signs in by hand
        _ => see_other(&Next::Home.by("/sign-in")),
    }
}
