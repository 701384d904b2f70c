use super::{code_refused, from_here, read, second_factor_required};
use crate::session::{begin, finish};
use access::UserId;
use actix_web::{HttpRequest, HttpResponse, http::header, web::Data};
use api_http::visitors::Cookie;
use api_http::{
    Reply, SmallBody,
    error::{BodyErrors, ErrorBody, OtherSiteError},
    operations,
};
use runtime::wiring::App;
use serde::{Deserialize, Serialize};
use use_cases::people::sign_in::{Entered, sign_out};
use utoipa::ToSchema;

operations![sign_in_by_email, sign_out_here];

/// Who signs in.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"email": "jana@firma.example", "password": "správne kôň batéria"}))]
struct Credentials {
    email: String,
    password: String,
    /// Of the authenticator, or a recovery code, where a second factor is on
    code: Option<String>,
}

/// Who has signed in.
#[derive(Serialize, ToSchema)]
struct SignedInView {
    user: UserView,
}

#[derive(Serialize, ToSchema)]
struct UserView {
    #[schema(value_type = Uuid)]
    id: UserId,
    email: String,
}

/// Signs in: the answer sets the session's cookie.
#[utoipa::path(
    post, path = "/api/auth/sign-in/email", tag = "account", operation_id = "signIn",
    request_body = Credentials,
    responses(
        (status = 200, description = "Signed in", body = SignedInView),
        (status = 400, description = "VALIDATION_ERROR", body = ErrorBody),
        (status = 401, description = "UNAUTHORIZED, or SECOND_FACTOR_REQUIRED: send the `code` too", body = ErrorBody),
        OtherSiteError,
        (status = 429, description = "RATE_LIMITED: too many attempts", body = ErrorBody),
        (status = 503, description = "SERVICE_UNAVAILABLE", body = ErrorBody),
        BodyErrors,
    ),
)]
async fn sign_in_by_email(http: HttpRequest, app: Data<App>, body: SmallBody) -> Reply {
    from_here(&http, &app)?;
    let Credentials { email, password, code } =
        read(&http, body, "email, password and perhaps code")?;
    let (secret, id) = match begin(&http, &app, &email, &password).await? {
        Entered::Session(secret, session) => (secret, session.user),
        Entered::SecondFactor(pending) => {
            let code = code.ok_or_else(second_factor_required)?;
            finish(&http, &app, pending.expose(), &code).await.map_err(code_refused)?
        }
    };
    let cookie = Cookie::Session.set(secret.expose(), &app.config.base_url);
    let mut answer = HttpResponse::Ok();
    answer.insert_header((header::CACHE_CONTROL, "no-store"));
    answer.insert_header((header::SET_COOKIE, cookie));
    let user = UserView { id, email: email.trim().to_lowercase() };
    Ok(answer.json(SignedInView { user }))
}

/// Ends the session of the cookie, if there is one.
#[utoipa::path(
    post, path = "/api/auth/sign-out", tag = "account", operation_id = "signOut",
    responses(
        (status = 204, description = "Signed out"),
        OtherSiteError,
    ),
    security(()),
)]
async fn sign_out_here(http: HttpRequest, app: Data<App>) -> Reply {
    from_here(&http, &app)?;
    if let Some(cookie) = Cookie::Session.read(&http, &app.config.base_url) {
        sign_out(&**app, &cookie).await?;
    }
    let removed = Cookie::Session.remove(&app.config.base_url);
    Ok(HttpResponse::NoContent().insert_header((header::SET_COOKIE, removed)).finish())
}
