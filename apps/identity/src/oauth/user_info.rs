use super::{
    OAuthAnswer,
    answer::{ErrorView, secret},
};
use access::UserId;
use actix_web::{HttpRequest, HttpResponse, http::StatusCode, web::Data};
use api_http::{bearer_token, operations};
use oauth::{
    OAuthError,
    tokens::{UserClaims, invalid_token},
};
use runtime::wiring::App;
use serde::Serialize;
use use_cases::people::oauth::BearerError;

operations![user_info, post_user_info];

#[derive(Serialize)]
struct UserInfo {
    sub: UserId,
    #[serde(flatten)]
    about: UserClaims,
}

/// Says who the user is (OpenID Connect Core, 5.3).
#[utoipa::path(
    get, path = "/api/auth/oauth2/userinfo", tag = "oauth", operation_id = "userInfo",
    responses(
        (status = 200, description = "`sub`, and what the scopes allow", body = Object),
        (status = 401, description = "`invalid_token`", body = ErrorView),
        (status = 429, description = "Too many calls of the connection", body = ErrorView),
    ),
)]
async fn user_info(http: HttpRequest, app: Data<App>) -> Result<HttpResponse, OAuthAnswer> {
    about_user(&http, &app).await
}

/// The same by POST.
#[utoipa::path(
    post, path = "/api/auth/oauth2/userinfo", tag = "oauth", operation_id = "postUserInfo",
    responses(
        (status = 200, description = "`sub`, and what the scopes allow", body = Object),
        (status = 401, description = "`invalid_token`", body = ErrorView),
        (status = 429, description = "Too many calls of the connection", body = ErrorView),
    ),
)]
async fn post_user_info(http: HttpRequest, app: Data<App>) -> Result<HttpResponse, OAuthAnswer> {
    about_user(&http, &app).await
}

async fn about_user(http: &HttpRequest, app: &App) -> Result<HttpResponse, OAuthAnswer> {
    let challenged = |error: OAuthError| {
        let text = format!(
            "Bearer error=\"{}\", error_description=\"{}\"",
            error.code.name(),
            error.description
        );
        OAuthAnswer::from(error).challenged(text)
    };
    let missing = || challenged(invalid_token("no bearer token"));
    let token = bearer_token(http).ok_or_else(missing)?;
    let found =
        use_cases::people::oauth::user_info(app, token, app.config.key_rate_per_minute).await;
    let (sub, about) = found.map_err(|error| match error {
        BearerError::Token(error) => challenged(error),
        error => error.into(),
    })?;
    Ok(secret(StatusCode::OK, &UserInfo { sub, about }))
}
