//! Who is signed in.

use crate::{cookies::Cookie, same_origin::is_same_origin};
use access::UserId;
use actix_web::{
    HttpRequest,
    http::{StatusCode, header},
};
use api_http::{client_address_of, error::ApiError};
use persistence::StoreError;
use runtime::{gate::Busy, wiring::App};
use sign_in::{HashError, Secret, SignedIn, form_token};
use use_cases::sign_in::{
    CodeError, Entered, SignIn, SignInError, finish_sign_in, sign_in, sign_out, signed_in,
};

/// What a person who signed in shows.
pub struct Visitor {
    pub signed_in: SignedIn,
    /// The value of the cookie.
    pub cookie: String,
}

impl Visitor {
    /// Whether a form with this token was made for this session, and comes from a page of ours.
    #[must_use]
    pub fn owns_form(&self, http: &HttpRequest, app: &App, sent: Option<&str>) -> bool {
        sent == Some(form_token(&self.cookie).as_str())
            && is_same_origin(http, &app.config.base_url)
    }
}

/// Who makes a request, if somebody who signed in.
///
/// # Errors
/// Storage.
pub async fn visitor(http: &HttpRequest, app: &App) -> Result<Option<Visitor>, StoreError> {
    let Some(cookie) = Cookie::Session.read(http, &app.config.base_url) else { return Ok(None) };
    let found = signed_in(app, &cookie).await?;
    Ok(found.map(|signed_in| Visitor { signed_in, cookie }))
}

fn agent(http: &HttpRequest) -> &str {
    let agent = http.headers().get(header::USER_AGENT).and_then(|value| value.to_str().ok());
    agent.unwrap_or_default()
}

/// How far this address and password lead.
pub(crate) async fn begin(
    http: &HttpRequest,
    app: &App,
    email: &str,
    password: &str,
) -> Result<Entered, SignInError> {
    let address = client_address_of(http, &app.config);
    let entered = sign_in(app, SignIn { email, password, address, agent: agent(http) }).await?;
    if let Entered::Session(..) = entered {
        end_before(http, app).await?;
    }
    Ok(entered)
}

/// A session for whoever sends the code after the password, whose cookie this is.
pub(crate) async fn finish(
    http: &HttpRequest,
    app: &App,
    cookie: &str,
    code: &str,
) -> Result<(Secret, UserId), CodeError> {
    let (secret, session) = finish_sign_in(app, cookie, (code, agent(http))).await?;
    end_before(http, app).await?;
    Ok((secret, session.user))
}

/// Whoever was signed in here before is not any longer.
async fn end_before(http: &HttpRequest, app: &App) -> Result<(), StoreError> {
    match Cookie::Session.read(http, &app.config.base_url) {
        Some(before) => sign_out(app, &before).await,
        None => Ok(()),
    }
}

pub(crate) fn unauthorized(message: &str) -> ApiError {
    let (status, code) = (StatusCode::UNAUTHORIZED, "UNAUTHORIZED");
    ApiError::Coded { status, code, message: message.to_owned() }
}

/// What is answered to whoever did not sign in, or did not prove who they are.
#[must_use]
pub fn refused(error: SignInError) -> ApiError {
    match error {
        error @ SignInError::Wrong => unauthorized(&error.to_string()),
        SignInError::Limited(limited) => ApiError::RateLimited(limited),
        SignInError::Hash(HashError::Busy { retry_after }) => ApiError::Busy(Busy { retry_after }),
        SignInError::Store(error) => error.into(),
        error => ApiError::internal(error),
    }
}
