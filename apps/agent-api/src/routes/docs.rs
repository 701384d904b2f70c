use crate::error::ApiError;
use actix_web::{HttpRequest, HttpResponse};
use api_http::Compressed;
use std::sync::OnceLock;

/// The OpenAPI document, which is made once.
pub async fn openapi_json(
    http: HttpRequest,
    document: fn() -> Result<String, serde_json::Error>,
) -> Result<HttpResponse, ApiError> {
    static KEPT: OnceLock<Compressed> = OnceLock::new();
    let kept = match KEPT.get() {
        Some(kept) => kept,
        None => {
            let text = document().map_err(ApiError::internal)?;
            let made = Compressed::of(text.as_bytes()).map_err(ApiError::internal)?;
            KEPT.get_or_init(|| made)
        }
    };
    Ok(kept.answer(&http, "application/json"))
}
