use crate::error::ApiError;
use actix_web::{
    HttpResponse,
    http::header::{self, ContentType},
};

/// The page at `/docs`: reads `/openapi.json` and shows it. No outside scripts.
const REFERENCE_PAGE: &str = include_str!("../../assets/reference.html");

/// The OpenAPI document.
pub async fn openapi_json(
    document: Result<String, serde_json::Error>,
) -> Result<HttpResponse, ApiError> {
    let document = document.map_err(ApiError::internal)?;
    Ok(HttpResponse::Ok().content_type(ContentType::json()).body(document))
}

/// How the sandbox behaves: where the deprecations of the lenient one point to.
const SANDBOX: &str = include_str!("../../../../docs/sandbox-network.md");

/// The page on the sandbox, as it stands in the repository.
pub async fn sandbox_page() -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/markdown; charset=utf-8"))
        .body(SANDBOX)
}

/// The readable reference.
pub async fn reference_page() -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/html; charset=utf-8"))
        .insert_header((
            header::CONTENT_SECURITY_POLICY,
            "default-src 'self'; style-src 'unsafe-inline'; script-src 'unsafe-inline'",
        ))
        .body(REFERENCE_PAGE)
}
