use super::{OAuthAnswer, answer::secret};
use crate::form::is_of_type;
use actix_web::{HttpRequest, HttpResponse, http::StatusCode, web::Data};
use api_http::{Body, client_address};
use oauth::{ErrorCode, OAuthError, Registered};
use runtime::wiring::App;
use sign_in::Attempt;
use use_cases::{oauth::register, sign_in::admit};

/// `POST …/register`: anybody may, so many times a minute from an address (RFC 7591).
pub(super) async fn register_client(
    http: HttpRequest,
    app: Data<App>,
    Body(bytes): Body,
) -> Result<HttpResponse, OAuthAnswer> {
    let address = client_address(&http, app.config.client_address_header.as_deref());
    let attempt = Attempt::Registration;
    admit(&**app, attempt.from_address(address), attempt.limit()).await??;
    if !is_of_type(&http, "application/json") {
        let text = "the body must be application/json";
        return Err(OAuthError::new(ErrorCode::InvalidClientMetadata, text).into());
    }
    let (client, told) = register(&**app, &bytes).await?;
    let answer = Registered::of(&client, told.as_ref(), &app.config.base_url);
    Ok(secret(StatusCode::CREATED, &answer))
}
