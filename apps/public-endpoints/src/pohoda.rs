//! Where a Pohoda fetches that comes by itself. The token in the address says whose it is; it is an interface of
//! Pohoda's, not part of the Agent API.

use actix_web::{HttpResponse, web};
use api_http::{SmallBody, error::ApiError};
use runtime::wiring::App;
use use_cases::ledger::accounting::{fetch_documents, take_answer};

/// The next documents as a `dataPack`: 200, or 204 when nothing waits.
pub async fn give(app: web::Data<App>, token: web::Path<String>) -> Result<HttpResponse, ApiError> {
    Ok(match fetch_documents(&**app, &token).await? {
        Some(pack) => HttpResponse::Ok().content_type("text/xml; charset=utf-8").body(pack),
        None => HttpResponse::NoContent().finish(),
    })
}

/// The answer to what was fetched, a `responsePack`: 200 when it is kept, 400 when it is none.
pub async fn take(
    app: web::Data<App>,
    token: web::Path<String>,
    body: SmallBody,
) -> Result<HttpResponse, ApiError> {
    let answered = take_answer(&**app, &token, &body.bytes()?).await?;
    tracing::debug!(answered, "answer of an accounting program taken");
    Ok(HttpResponse::Ok().finish())
}
