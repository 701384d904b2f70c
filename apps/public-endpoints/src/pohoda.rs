//! Where a Pohoda fetches that comes by itself. The token in the address says whose it is; it is an interface of
//! Pohoda's, not part of the Agent API.

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

/// The answer to what was fetched, a `responsePack`: 200 when it is kept, 400 when it is none. It is as large as what was
/// fetched makes it.
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
