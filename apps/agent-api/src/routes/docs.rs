use super::openapi_document;
use crate::error::ApiError;
use actix_web::{HttpRequest, HttpResponse};
use api_http::Compressed;
use std::sync::OnceLock;

/// The OpenAPI document, which is made once.
pub async fn openapi_json(http: HttpRequest) -> Result<HttpResponse, ApiError> {
    static KEPT: OnceLock<Compressed> = OnceLock::new();
    let document = match KEPT.get() {
        Some(kept) => kept,
        None => {
            let text = openapi_document().map_err(ApiError::internal)?;
            let made = Compressed::of(text.as_bytes()).map_err(ApiError::internal)?;
            KEPT.get_or_init(|| made)
        }
    };
    Ok(document.answer(&http, "application/json"))
}
