//! The address from which a Pohoda fetches its documents. The token in the address identifies the link. The interface
//! is Pohoda's and not part of the Agent API.

use accounting_programs::MAX_FETCHED_ANSWER;
use actix_web::{HttpRequest, HttpResponse, web};
use api_http::{Body, error::ApiError};
use runtime::wiring::App;
use use_cases::ledger::accounting::{fetch_documents, take_answer};

/// The next documents as a `dataPack`: 200, or 204 when nothing waits.
pub async fn give(app: web::Data<App>, token: web::Path<String>) -> Result<HttpResponse, ApiError> {
    Ok(match fetch_documents(&**app, &token).await? {
        Some(pack) => HttpResponse::Ok().content_type("text/xml; charset=utf-8").body(pack),
        None => HttpResponse::NoContent().finish(),
    })
}

/// Accepts the answer to the fetched documents, a `responsePack`: 200 when it is stored, 400 when it is not one. Its
/// maximum size follows from the number of fetched documents.
pub async fn take(
    app: web::Data<App>,
    token: web::Path<String>,
    request: HttpRequest,
    payload: web::Payload,
) -> Result<HttpResponse, ApiError> {
    let body = Body::of_stranger(payload.into_inner(), &request, &app, MAX_FETCHED_ANSWER).await?;
    let answered = take_answer(&**app, &token, &body.0).await?;
    tracing::debug!(answered, "answer of an accounting program taken");
    Ok(HttpResponse::Ok().finish())
}
