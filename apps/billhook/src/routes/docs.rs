use actix_web::{HttpResponse, http::header};

/// The page at `/docs`: reads `/openapi.json` and shows it. No outside scripts.
const REFERENCE_PAGE: &str = include_str!("../../assets/reference.html");

/// The OpenAPI document.
pub async fn openapi_json() -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "application/json"))
        .body(crate::openapi::document_json())
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
