//! Signing in, by password and by code.

use access::UserId;
use actix_web::{HttpRequest, http::header};
use api_http::client_address_of;
use api_http::visitors::Cookie;
use persistence::StoreError;
use runtime::wiring::App;
use sign_in::Secret;
use use_cases::people::sign_in::{
    CodeError, Entered, SignIn, SignInError, finish_sign_in, sign_in, sign_out,
};

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

/// Creates the session of a person who has sent the second factor after the password.
pub(crate) async fn finish(
    http: &HttpRequest,
    app: &App,
    cookie: &str,
    code: &str,
) -> Result<(Secret, UserId), CodeError> {
    let here = (client_address_of(http, &app.config), agent(http));
    let (secret, session) = finish_sign_in(app, cookie, code, here).await?;
    end_before(http, app).await?;
    Ok((secret, session.user))
}

/// Ends the session that this browser had before.
async fn end_before(http: &HttpRequest, app: &App) -> Result<(), StoreError> {
    match Cookie::Session.read(http, &app.config.base_url) {
        Some(before) => sign_out(app, &before).await,
        None => Ok(()),
    }
}
