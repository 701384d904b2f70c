//! The page that the link of a claim leads to. People request it, and so do programs that scan mail, so reading it
//! changes nothing.

use super::page::page;
use crate::claim::{NoClaim, Shown, claim_confirmed, claim_question, no_claim};
use access::OrganizationId;
use actix_web::{
    HttpMessage, HttpRequest, HttpResponse, ResponseError,
    http::{StatusCode, header},
    web,
};
use api_http::visitors::Language;
use api_http::{
    ClaimBody,
    error::{ApiError, ErrorBody, unverified},
    operations,
};
use organizations::ClaimState;
use runtime::wiring::App;
use use_cases::network::organizations::open_claim_of;

operations![claim_page, confirm_claim];

/// The maximum length of a token that is looked up; ours have 43 characters.
const MAX_TOKEN: usize = 100;

/// The page that asks for the confirmation.
#[utoipa::path(
    get, path = "/claim/{token}", tag = "organizations", operation_id = "claimPage",
    params(("token" = String, Path, description = "Of the confirmation e-mail")),
    responses(
        (status = 200, description = "Asks for the confirmation", body = String, content_type = "text/html"),
        (status = 404, description = "The link is not valid, or no longer", body = String, content_type = "text/html"),
        (status = 503, description = "Not now", body = String, content_type = "text/html"),
    ),
)]
async fn claim_page(
    http: HttpRequest,
    app: web::Data<App>,
    token: web::Path<String>,
) -> HttpResponse {
    let shown = shown_link(&http);
    match open_claim_of(&**app, bounded(&token)).await {
        Ok((claim, ClaimState::Confirmed)) => page(StatusCode::OK, claim_confirmed(&claim, shown)),
        Ok((claim, _)) => page(StatusCode::OK, claim_question(&claim, shown)),
        Err(error) => refusal(&error.into(), shown),
    }
}

/// Confirms: the organization is registered. Once.
#[utoipa::path(
    post, path = "/claim/{token}", tag = "organizations", operation_id = "confirmClaim",
    params(("token" = String, Path, description = "Of the confirmation e-mail")),
    responses(
        (status = 200, description = "Confirmed; as JSON for those that accept it and no HTML",
         content((ClaimBody = "application/json"), (String = "text/html"))),
        (status = 404, description = "The link is not valid, or no longer",
         content((ErrorBody = "application/json"), (String = "text/html"))),
        (status = 409, description = "PARTNER_CLAIM_COLLISION",
         content((ErrorBody = "application/json"), (String = "text/html"))),
        (status = 503, description = "Not now",
         content((ErrorBody = "application/json"), (String = "text/html"))),
    ),
)]
async fn confirm_claim(
    http: HttpRequest,
    app: web::Data<App>,
    token: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    let wants_json = wants_json(&http);
    let token = bounded(&token);
    match confirm(&http, &app, token).await {
        Ok(response) if wants_json => Ok(response),
        Ok(_) => {
            let (claim, _) = open_claim_of(&**app, token).await?;
            Ok(page(StatusCode::OK, claim_confirmed(&claim, shown_link(&http))))
        }
        Err(error) if wants_json => Err(error),
        Err(error) => Ok(refusal(&error, shown_link(&http))),
    }
}

async fn confirm(http: &HttpRequest, app: &App, token: &str) -> Result<HttpResponse, ApiError> {
    let (claim, _) = open_claim_of(app, token).await?;
    http.extensions_mut().insert::<OrganizationId>(claim.organization);
    if !app.networks.serves(claim.claim.network) {
        return Err(unverified());
    }
    let answer = use_cases::network::organizations::confirm_claim(app, token).await?;
    tracing::info!(org.id = %claim.organization, claim.id = %claim.claim.id, "claim of an organization confirmed");
    Ok(HttpResponse::Ok().insert_header((header::CACHE_CONTROL, "no-store")).json(answer))
}

/// A token that is too long is no token.
fn bounded(token: &str) -> &str {
    if token.len() <= MAX_TOKEN { token } else { "" }
}

/// Whether the caller is a program: it accepts JSON, and not any page.
fn wants_json(http: &HttpRequest) -> bool {
    let accept = http.headers().get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accept
        .is_some_and(|accept| accept.contains("application/json") && !accept.contains("text/html"))
}

/// A refusal as a page.
fn refusal(error: &ApiError, shown: Shown<'_>) -> HttpResponse {
    let (status, why) = match error.status_code() {
        StatusCode::NOT_FOUND => (StatusCode::NOT_FOUND, NoClaim::NotValid),
        StatusCode::CONFLICT => (StatusCode::CONFLICT, NoClaim::Collision),
        status if status.is_server_error() => {
            if status == StatusCode::INTERNAL_SERVER_ERROR {
                tracing::error!(error = %error, "confirmation of a claim failed: answered with 500");
            }
            (status, NoClaim::NotNow)
        }
        status => (status, NoClaim::Refused),
    };
    page(status, no_claim(why, shown))
}

/// How a claim's page is shown: behind which path, in which language.
fn shown_link<'a>(http: &'a HttpRequest) -> Shown<'a> {
    Shown { path: http.path(), language: Language::of(http) }
}
