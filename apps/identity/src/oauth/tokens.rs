use super::{OAuthAnswer, answer::secret};
use crate::form;
use actix_web::{
    HttpRequest, HttpResponse,
    http::{StatusCode, header},
    web::Data,
};
use api_http::{Body, client_address};
use oauth::{ErrorCode, Parameters};
use runtime::wiring::App;
use sign_in::Attempt;
use use_cases::{
    oauth::{introspect, revoke, token},
    sign_in::admit,
};

fn authorization(http: &HttpRequest) -> Option<&str> {
    // a header that is no text is none of a client
    http.headers().get(header::AUTHORIZATION).map(|value| value.to_str().unwrap_or_default())
}

/// An answer for a client: who it says it is may be tried so many times a minute.
async fn checked<T>(
    http: &HttpRequest,
    app: &App,
    answer: Result<T, OAuthAnswer>,
) -> Result<T, OAuthAnswer> {
    let error = match answer {
        Err(error) if error.code() == ErrorCode::InvalidClient => error,
        answer => return answer,
    };
    let address = client_address(http, app.config.client_address_header.as_deref());
    let attempt = Attempt::Client;
    admit(app, attempt.from_address(address), attempt.limit()).await??;
    match authorization(http) {
        Some(_) => Err(error.challenged("Basic realm=\"Billhook\", charset=\"UTF-8\"".to_owned())),
        None => Err(error),
    }
}

fn read(http: &HttpRequest, body: &Body) -> Result<Parameters, OAuthAnswer> {
    Ok(form::read(http, body)?)
}

/// `POST …/token`.
pub(super) async fn issue(
    http: HttpRequest,
    app: Data<App>,
    body: Body,
) -> Result<HttpResponse, OAuthAnswer> {
    let form = read(&http, &body)?;
    let tokens = token(&**app, authorization(&http), &form).await.map_err(OAuthAnswer::from);
    let tokens = checked(&http, &app, tokens).await?;
    app.notifier.jobs();
    Ok(secret(StatusCode::OK, &tokens))
}

/// `POST …/revoke`.
pub(super) async fn revoke_token(
    http: HttpRequest,
    app: Data<App>,
    body: Body,
) -> Result<HttpResponse, OAuthAnswer> {
    let form = read(&http, &body)?;
    let revoked = revoke(&**app, authorization(&http), &form).await.map_err(OAuthAnswer::from);
    checked(&http, &app, revoked).await?;
    Ok(HttpResponse::Ok().insert_header((header::CACHE_CONTROL, "no-store")).finish())
}

/// `POST …/introspect`.
pub(super) async fn introspect_token(
    http: HttpRequest,
    app: Data<App>,
    body: Body,
) -> Result<HttpResponse, OAuthAnswer> {
    let form = read(&http, &body)?;
    let answer = introspect(&**app, authorization(&http), &form).await.map_err(OAuthAnswer::from);
    let answer = checked(&http, &app, answer).await?;
    Ok(secret(StatusCode::OK, &answer))
}
