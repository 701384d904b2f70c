use crate::pages;
use actix_web::{HttpRequest, HttpResponse, web::Data};
use api_http::visitors::Language;
use api_http::{client_address_of, operations};
use oauth::Parameters;
use runtime::wiring::App;
use sign_in::Attempt;
use use_cases::people::{
    oauth::{AuthorizeError, begin},
    sign_in::admit,
};

operations![authorize];

/// Begins an authorization in a browser: keeps the request and goes on to the page of consent, under an id that cannot be
/// guessed. Nothing of the request travels through the forms after it.
#[utoipa::path(
    get, path = "/api/auth/oauth2/authorize", tag = "oauth", operation_id = "authorize",
    params(
        ("response_type" = String, Query, description = "`code`"),
        ("client_id" = String, Query, description = "The application"),
        ("redirect_uri" = String, Query, description = "One that it registered"),
        ("scope" = Option<String>, Query, description = "Names, separated by spaces"),
        ("state" = Option<String>, Query, description = "Comes back"),
        ("code_challenge" = String, Query, description = "Of the verifier"),
        ("code_challenge_method" = String, Query, description = "`S256`"),
        ("resource" = Option<String>, Query, description = "What the token is for"),
    ),
    responses(
        (status = 303, description = "To the page of consent"),
        (status = 400, description = "A page: the application or the redirect URI is unknown", content_type = "text/html", body = String),
        (status = 429, description = "A page: too many from the address", content_type = "text/html", body = String),
    ),
)]
async fn authorize(http: HttpRequest, app: Data<App>) -> HttpResponse {
    let language = Language::of(&http);
    let address = client_address_of(&http, &app.config);
    let attempt = Attempt::Authorization;
    match admit(&**app, attempt.from_address(address), attempt.limit()).await {
        Ok(Ok(())) => {}
        Ok(Err(limited)) => return pages::too_often(language, limited),
        Err(error) => return pages::failed(language, &error),
    }
    let parameters = Parameters::parse(http.query_string().as_bytes());
    match begin(&**app, &parameters, address).await {
        Ok(grant) => pages::see_other(&format!("/consent/{}", grant.id)),
        Err(AuthorizeError::NoWayBack(why)) => pages::no_way_back(language, why),
        Err(AuthorizeError::Limited(limited)) => pages::too_often(language, limited),
        Err(AuthorizeError::NoRoom(no_room)) => pages::no_room(language, no_room),
        Err(AuthorizeError::Store(error)) => pages::failed(language, &error),
    }
}
