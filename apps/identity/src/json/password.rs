use super::{changing, code_refused, read, second_factor_required};
use actix_web::{HttpRequest, web::Data};
use api_http::{
    Reply, SmallBody,
    error::{ApiError, BodyErrors, ErrorBody, OtherSiteError},
    no_content, operations,
};
use refusals::Reason;
use runtime::wiring::App;
use serde::Deserialize;
use use_cases::people::sign_in::{ChangePasswordError, PasswordSent, change_password as change};
use utoipa::ToSchema;

operations![change_password];

/// A new password, with what proves whose it is.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"current_password": "správne kôň batéria", "new_password": "iné správne heslo"}))]
struct NewPassword {
    current_password: String,
    /// 12 characters at least; none of those that are guessed first
    new_password: String,
    /// Of the authenticator, or a recovery code, where a second factor is on
    code: Option<String>,
}

/// Changes one's own password. The session stays, one's other sessions end, and the owner gets a mail.
#[utoipa::path(
    post, path = "/api/auth/change-password", tag = "account", operation_id = "changePassword",
    request_body = NewPassword,
    responses(
        (status = 204, description = "Changed"),
        (status = 400, description = "VALIDATION_ERROR: the new one is short, long or easy to guess", body = ErrorBody),
        (status = 401, description = "UNAUTHORIZED: not signed in, or the current password or the code is wrong; SECOND_FACTOR_REQUIRED: send the `code` too", body = ErrorBody),
        OtherSiteError,
        (status = 429, description = "RATE_LIMITED: too many wrong ones", body = ErrorBody),
        (status = 503, description = "SERVICE_UNAVAILABLE", body = ErrorBody),
        BodyErrors,
    ),
    security(("session" = [])),
)]
async fn change_password(http: HttpRequest, app: Data<App>, body: SmallBody) -> Reply {
    let who = changing(&http, &app).await?;
    let shape = "current_password, new_password and perhaps code";
    let NewPassword { current_password, new_password, code } = read(&http, body, shape)?;
    let (current, new) = (&*current_password, &*new_password);
    let sent = PasswordSent { current, new, code: code.as_deref().unwrap_or_default() };
    change(&**app, &who, sent).await.map_err(not_changed)?;
    app.notifier.jobs();
    no_content()
}

fn not_changed(error: ChangePasswordError) -> ApiError {
    match error {
        ChangePasswordError::New(error) => ApiError::InvalidField {
            field: "new_password",
            message: Reason::plain(error.to_string()),
        },
        ChangePasswordError::Current(error) => error.into(),
        ChangePasswordError::NoCode => second_factor_required(),
        ChangePasswordError::Code(error) => code_refused(error),
    }
}
