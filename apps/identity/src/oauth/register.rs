use super::{
    OAuthAnswer,
    answer::{ErrorView, secret},
    bodies::ClientRegistration,
};
use actix_web::{HttpRequest, HttpResponse, http::StatusCode, web::Data};
use api_http::{SmallBody, client_address_of, is_of_type, operations};
use oauth::{ErrorCode, OAuthError, clients::Registered};
use runtime::wiring::App;
use sign_in::Attempt;
use use_cases::people::{oauth::register, sign_in::admit};

operations![register_client];

/// Registers an application (RFC 7591). Anybody may, so many times a minute from an address.
#[utoipa::path(
    post, path = "/api/auth/oauth2/register", tag = "oauth", operation_id = "registerApplication",
    request_body(content = ClientRegistration, content_type = "application/json", example = json!({
        "client_name": "My app", "redirect_uris": ["https://app.example/cb"],
        "token_endpoint_auth_method": "client_secret_basic",
        "grant_types": ["authorization_code", "refresh_token"], "response_types": ["code"],
    })),
    responses(
        (status = 201, description = "Registered; the secret is shown this once", body = Object),
        (status = 400, description = "`invalid_client_metadata`, `invalid_redirect_uri`, `invalid_target`", body = ErrorView),
        (status = 429, description = "`temporarily_unavailable`: too many from the address", body = ErrorView),
        (status = 503, description = "`temporarily_unavailable`: too many unused applications are registered", body = ErrorView),
    ),
)]
async fn register_client(
    http: HttpRequest,
    app: Data<App>,
    SmallBody(bytes): SmallBody,
) -> Result<HttpResponse, OAuthAnswer> {
    let address = client_address_of(&http, &app.config);
    let attempt = Attempt::Registration;
    admit(&**app, attempt.from_address(address), attempt.limit()).await??;
    if !is_of_type(&http, "application/json") {
        let text = "the body must be application/json";
        return Err(OAuthError::new(ErrorCode::InvalidClientMetadata, text).into());
    }
    let too_long = || OAuthError::new(ErrorCode::InvalidClientMetadata, "the body is too long");
    let (client, client_secret) = register(&**app, &bytes.ok_or_else(too_long)?, address).await?;
    let answer = Registered::of(&client, client_secret.as_ref(), &app.config.base_url);
    Ok(secret(StatusCode::CREATED, &answer))
}
