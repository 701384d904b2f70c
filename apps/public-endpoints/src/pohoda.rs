//! Where a Pohoda fetches that comes by itself. The token in the address says whose it is; it is an interface of
//! Pohoda's, not part of the Agent API.

use actix_web::{HttpResponse, web};
use api_http::{SmallBody, error::ApiError};
use persistence::StoreError;
use runtime::wiring::App;
use use_cases::ledger::accounting::{ContentError, FetchError, fetch_documents, take_answer};

/// The next documents as a `dataPack`: 200, or 204 when nothing waits.
pub async fn give(app: web::Data<App>, token: web::Path<String>) -> Result<HttpResponse, ApiError> {
    let pack = fetch_documents(&**app, &token).await.map_err(refused)?;
    Ok(match pack {
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
    let Some(body) = body.0 else { return Ok(HttpResponse::PayloadTooLarge().finish()) };
    match take_answer(&**app, &token, &body).await {
        Ok(_) => Ok(HttpResponse::Ok().finish()),
        Err(FetchError::BadAnswer(error)) => {
            tracing::warn!(%error, "answer of an accounting program refused");
            Ok(HttpResponse::BadRequest().finish())
        }
        Err(error) => Err(refused(error)),
    }
}

fn refused(error: FetchError) -> ApiError {
    match error {
        FetchError::Content(ContentError::Store(StoreError::NotFound)) => {
            ApiError::NotFound("path")
        }
        FetchError::Content(ContentError::Store(error)) => error.into(),
        FetchError::Content(ContentError::Busy(busy)) => busy.into(),
        FetchError::BadAnswer(error) => ApiError::internal(error),
    }
}
