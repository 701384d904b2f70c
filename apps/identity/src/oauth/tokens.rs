use super::{
    OAuthAnswer,
    answer::{ErrorView, secret},
    bodies::{TokenForm, TokenRequestForm},
};
use crate::form;
use actix_web::{
    HttpRequest, HttpResponse,
    http::{StatusCode, header},
    web::Data,
};
use api_http::{SmallBody, client_address_of, operations};
use oauth::{ErrorCode, Parameters};
use runtime::wiring::App;
use sign_in::Attempt;
use use_cases::people::{
    oauth::{introspect, revoke, token},
    sign_in::admit,
};

operations![issue, revoke_token, introspect_token];

fn authorization(http: &HttpRequest) -> Option<&str> {
    // a header that is not a text counts as empty
    http.headers().get(header::AUTHORIZATION).map(|value| value.to_str().unwrap_or_default())
}

/// Answers a client's request. Attempts to authenticate as one client are limited per minute.
async fn checked<T>(
    http: &HttpRequest,
    app: &App,
    answer: Result<T, OAuthAnswer>,
) -> Result<T, OAuthAnswer> {
    let error = match answer {
        Err(error) if error.code() == ErrorCode::InvalidClient => error,
        answer => return answer,
    };
    let address = client_address_of(http, &app.config);
    let attempt = Attempt::Client;
    admit(app, attempt.from_address(address), attempt.limit()).await??;
    match authorization(http) {
        Some(_) => Err(error.challenged("Basic realm=\"Billhook\", charset=\"UTF-8\"".to_owned())),
        None => Err(error),
    }
}

fn read(http: &HttpRequest, body: &SmallBody) -> Result<Parameters, OAuthAnswer> {
    Ok(form::read(http, body)?)
}

/// Gives tokens for a code or a refresh token (RFC 6749, 3.2).
#[utoipa::path(
    post, path = "/api/auth/oauth2/token", tag = "oauth", operation_id = "exchangeToken",
    request_body(content = TokenRequestForm, content_type = "application/x-www-form-urlencoded", example = json!({
        "grant_type": "authorization_code", "code": "code-of-the-redirect",
        "redirect_uri": "https://app.example/cb",
        "code_verifier": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
    })),
    responses(
        (status = 200, description = "Tokens", body = Object),
        (status = 400, description = "What is wrong with the request", body = ErrorView),
        (status = 401, description = "`invalid_client`", body = ErrorView),
        (status = 429, description = "`temporarily_unavailable`: too many wrong credentials", body = ErrorView),
    ),
)]
async fn issue(
    http: HttpRequest,
    app: Data<App>,
    body: SmallBody,
) -> Result<HttpResponse, OAuthAnswer> {
    let form = read(&http, &body)?;
    let tokens = token(&**app, authorization(&http), &form).await.map_err(OAuthAnswer::from);
    let tokens = checked(&http, &app, tokens).await?;
    app.notifier.jobs();
    Ok(secret(StatusCode::OK, &tokens))
}

/// Ends the connection of a token (RFC 7009); an unknown one is no error.
#[utoipa::path(
    post, path = "/api/auth/oauth2/revoke", tag = "oauth", operation_id = "revokeToken",
    request_body(content = TokenForm, content_type = "application/x-www-form-urlencoded", example = json!({
        "token": "eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9…",
    })),
    responses(
        (status = 200, description = "Ended, or unknown"),
        (status = 400, description = "What is wrong with the request", body = ErrorView),
        (status = 401, description = "`invalid_client`", body = ErrorView),
        (status = 429, description = "`temporarily_unavailable`: too many wrong credentials", body = ErrorView),
    ),
)]
async fn revoke_token(
    http: HttpRequest,
    app: Data<App>,
    body: SmallBody,
) -> Result<HttpResponse, OAuthAnswer> {
    let form = read(&http, &body)?;
    let revoked = revoke(&**app, authorization(&http), &form).await.map_err(OAuthAnswer::from);
    checked(&http, &app, revoked).await?;
    Ok(HttpResponse::Ok().insert_header((header::CACHE_CONTROL, "no-store")).finish())
}

/// Says whether a token of the client can be used (RFC 7662).
#[utoipa::path(
    post, path = "/api/auth/oauth2/introspect", tag = "oauth", operation_id = "introspectToken",
    request_body(content = TokenForm, content_type = "application/x-www-form-urlencoded", example = json!({
        "token": "eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9…",
    })),
    responses(
        (status = 200, description = "`active`, and the claims of a token that is", body = Object),
        (status = 400, description = "What is wrong with the request", body = ErrorView),
        (status = 401, description = "`invalid_client`", body = ErrorView),
        (status = 429, description = "`temporarily_unavailable`: too many wrong credentials", body = ErrorView),
    ),
)]
async fn introspect_token(
    http: HttpRequest,
    app: Data<App>,
    body: SmallBody,
) -> Result<HttpResponse, OAuthAnswer> {
    let form = read(&http, &body)?;
    let answer = introspect(&**app, authorization(&http), &form).await.map_err(OAuthAnswer::from);
    let answer = checked(&http, &app, answer).await?;
    Ok(secret(StatusCode::OK, &answer))
}
