//! The page that a claim's link leads to. It is asked for by people, and by programs that look into
//! their mail: reading it changes nothing.

use crate::{
    error::{ApiError, ErrorBody, unverified},
    http::operations,
    openapi::ClaimBody,
    routes::html::escape,
};
use runtime::wiring::App;

use ::organizations::{ClaimRecord, ClaimState};
use access::OrganizationId;
use actix_web::{
    HttpMessage, HttpRequest, HttpResponse, HttpResponseBuilder, ResponseError,
    http::{StatusCode, header},
    web,
};
use use_cases::organizations::{self, open_claim_of};

operations![claim_page, confirm_claim];

/// The page, with its `{content}`.
const PAGE: &str = include_str!("../../../assets/claim.html");

/// Longest token that is looked up; ours have 43 characters.
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
async fn claim_page(app: web::Data<App>, token: web::Path<String>) -> HttpResponse {
    match open_claim_of(&**app, bounded(&token)).await {
        Ok((claim, ClaimState::Confirmed)) => page(StatusCode::OK, &confirmed(&claim)),
        Ok((claim, _)) => page(StatusCode::OK, &question(&claim)),
        Err(error) => refusal(&error.into()),
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
            Ok(page(StatusCode::OK, &confirmed(&claim)))
        }
        Err(error) if wants_json => Err(error),
        Err(error) => Ok(refusal(&error)),
    }
}

async fn confirm(http: &HttpRequest, app: &App, token: &str) -> Result<HttpResponse, ApiError> {
    let (claim, _) = open_claim_of(app, token).await?;
    http.extensions_mut().insert::<OrganizationId>(claim.organization);
    if !app.networks.serves(claim.claim.network) {
        return Err(unverified());
    }
    let answer = organizations::confirm_claim(app, token).await?;
    tracing::info!(org.id = %claim.organization, claim.id = %claim.claim.id, "claim confirmed");
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

fn question(claim: &ClaimRecord) -> String {
    let (partner, name) = (escape(&claim.partner_name), escape(&claim.organization_name));
    format!(
        "<p>Partner <b>{partner}</b> žiada, aby organizácia <b>{name}</b> posielala a prijímala \
         elektronické faktúry v sieti Peppol jeho prostredníctvom.</p>\n\
         <p lang=\"en\">The partner <b>{partner}</b> asks that the organization <b>{name}</b> send \
         and receive electronic invoices on the Peppol network through this partner.</p>\n\
         <form method=\"post\"><button>Súhlasím / I agree</button></form>\n\
         <p>Ak nesúhlasíte, stránku zatvorte: nič sa nezmení. \
         <span lang=\"en\">If you do not agree, close this page: nothing changes.</span></p>"
    )
}

fn confirmed(claim: &ClaimRecord) -> String {
    let name = escape(&claim.organization_name);
    format!(
        "<p>Potvrdené: <b>{name}</b> posiela a prijíma faktúry v sieti Peppol.</p>\n\
         <p lang=\"en\">Confirmed: <b>{name}</b> sends and receives invoices on the Peppol \
         network.</p>"
    )
}

/// A refusal as a page.
fn refusal(error: &ApiError) -> HttpResponse {
    let (status, slovak, english) = match error.status_code() {
        StatusCode::NOT_FOUND => (
            StatusCode::NOT_FOUND,
            "Odkaz nie je platný, alebo už bol použitý.",
            "This link is not valid, or it was used already.",
        ),
        StatusCode::CONFLICT => (
            StatusCode::CONFLICT,
            "Organizáciu nemožno zaregistrovať: existuje iná s rovnakým IČO alebo DIČ. \
             Obráťte sa na podporu.",
            "The organization cannot be registered: another one has the same IČO or DIČ. Please \
             contact support.",
        ),
        status if status.is_server_error() => {
            if status == StatusCode::INTERNAL_SERVER_ERROR {
                tracing::error!(error = %error, "internal error");
            }
            (status, "Teraz to nejde. Skúste to neskôr.", "Not now. Please try again later.")
        }
        status => (
            status,
            "Organizáciu nemožno zaregistrovať. Obráťte sa na svojho partnera.",
            "The organization cannot be registered. Please contact your partner.",
        ),
    };
    page(status, &format!("<p>{slovak}</p>\n<p lang=\"en\">{english}</p>"))
}

/// The address of the page holds the token: it goes nowhere else, and is kept nowhere.
fn page(status: StatusCode, content: &str) -> HttpResponse {
    HttpResponseBuilder::new(status)
        .content_type("text/html; charset=utf-8")
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::REFERRER_POLICY, "no-referrer"))
        .insert_header((header::X_FRAME_OPTIONS, "DENY"))
        .insert_header((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .insert_header(("X-Robots-Tag", "noindex"))
        .insert_header((
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; \
             frame-ancestors 'none'; base-uri 'none'",
        ))
        .body(PAGE.replace("{content}", content))
}
