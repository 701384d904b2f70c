//! The JSON twins of the pages of people: by the cookie of a session, from our own pages or from no browser.

mod connections;
mod invitations;
mod password;
mod sessions;
mod sign_in;

use ::sign_in::SignedIn;
use actix_web::{HttpRequest, http::StatusCode};
use api_http::visitors::{from_here, visitor};
use api_http::{
    MAX_SMALL_BODY, Operation, SmallBody,
    error::{ApiError, unauthorized},
    is_of_type,
};
use persistence::StoreError;
use refusals::Reason;
use runtime::wiring::App;
use serde::de::DeserializeOwned;
use use_cases::people::sign_in::CodeError;

/// All of them.
pub(crate) fn operations() -> Vec<Operation> {
    let files = [
        sign_in::operations(),
        password::operations(),
        sessions::operations(),
        connections::operations(),
        invitations::operations(),
    ];
    files.into_iter().flatten().collect()
}

/// The user who is signed in.
async fn required(http: &HttpRequest, app: &App) -> Result<SignedIn, ApiError> {
    let visitor = visitor(http, app).await?;
    let missing = || unauthorized("not signed in, or the session has ended");
    visitor.map(|visitor| visitor.signed_in).ok_or_else(missing)
}

/// The user who is signed in and changes something, from our own pages or from a program that is no browser.
async fn changing(http: &HttpRequest, app: &App) -> Result<SignedIn, ApiError> {
    from_here(http, app)?;
    required(http, app).await
}

/// A body, whose members are `shape`.
fn read<T: DeserializeOwned>(
    http: &HttpRequest,
    SmallBody(bytes): SmallBody,
    shape: &str,
) -> Result<T, ApiError> {
    let bytes = bytes.ok_or(ApiError::TooLarge(MAX_SMALL_BODY))?;
    let invalid =
        |message: String| ApiError::InvalidField { field: "body", message: Reason::plain(message) };
    // a form of another site cannot be of this type
    if !is_of_type(http, "application/json") {
        return Err(invalid("must be application/json".to_owned()));
    }
    serde_json::from_slice(&bytes).map_err(|_| invalid(format!("must be a JSON object of {shape}")))
}

fn not_found(error: StoreError, what: &'static str) -> ApiError {
    match error {
        StoreError::NotFound => ApiError::NotFound(what),
        error => error.into(),
    }
}

fn second_factor_required() -> ApiError {
    let message = Reason::plain("send the code of your authenticator as `code`");
    let (status, code) = (StatusCode::UNAUTHORIZED, "SECOND_FACTOR_REQUIRED");
    ApiError::Coded { status, code, message }
}

fn code_refused(error: CodeError) -> ApiError {
    match error {
        CodeError::Wrong | CodeError::Over => unauthorized(&error.to_string()),
        CodeError::Wait { retry_after } => {
            ApiError::TooMany { message: Reason::plain(error.to_string()), retry_after }
        }
        CodeError::Store(error) => error.into(),
        error @ CodeError::NoRandomness(_) => ApiError::internal(error),
    }
}
