use super::{OAuthAnswer, answer::secret};
use access::UserId;
use actix_web::{HttpRequest, HttpResponse, http::StatusCode, web::Data};
use api_http::bearer_token;
use oauth::{OAuthError, UserClaims, invalid_token};
use runtime::wiring::App;
use serde::Serialize;
use use_cases::oauth::BearerError;

#[derive(Serialize)]
struct UserInfo {
    sub: UserId,
    #[serde(flatten)]
    about: UserClaims,
}

/// `GET` and `POST …/userinfo` (OpenID Connect Core, 5.3).
pub(super) async fn user_info(
    http: HttpRequest,
    app: Data<App>,
) -> Result<HttpResponse, OAuthAnswer> {
    let challenged = |error: OAuthError| {
        let text = format!(
            "Bearer error=\"{}\", error_description=\"{}\"",
            error.code.name(),
            error.description
        );
        OAuthAnswer::from(error).challenged(text)
    };
    let missing = || challenged(invalid_token("no bearer token"));
    let token = bearer_token(&http).ok_or_else(missing)?;
    let found = use_cases::oauth::user_info(&**app, token, app.config.key_rate_per_minute).await;
    let (sub, about) = found.map_err(|error| match error {
        BearerError::Token(error) => challenged(error),
        error => error.into(),
    })?;
    Ok(secret(StatusCode::OK, &UserInfo { sub, about }))
}
