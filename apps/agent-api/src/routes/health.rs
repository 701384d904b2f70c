use crate::{
    error::{ApiError, NotFoundError},
    http::operations,
};
use actix_web::{HttpResponse, http::header, web};
use runtime::{certificates, metrics as counted, wiring::App};
use serde_json::json;

operations![live, ready, metrics];

/// The process runs.
#[utoipa::path(
    get, path = "/health/live", tag = "service", operation_id = "live",
    responses((status = 200, description = "The process runs", body = Object)),
)]
async fn live() -> HttpResponse {
    HttpResponse::Ok().json(json!({"status": "ok"}))
}

/// The database answers, takes changes, and its schema is up to date.
#[utoipa::path(
    get, path = "/health/ready", tag = "service", operation_id = "ready",
    responses(
        (status = 200, description = "Ready for requests", body = Object),
        (status = 503, description = "The database does not answer, takes no changes, or lacks migrations", body = Object),
    ),
)]
async fn ready(app: web::Data<App>) -> HttpResponse {
    match app.readiness.is_ready(&app).await {
        true => HttpResponse::Ok().json(json!({"status": "ok"})),
        false => HttpResponse::ServiceUnavailable().json(json!({"status": "unavailable"})),
    }
}

/// Counts and times, for Prometheus; not here where they have an address of their own.
#[utoipa::path(
    get, path = "/metrics", tag = "service", operation_id = "metrics",
    responses(
        (status = 200, description = "Prometheus text", content_type = "text/plain", body = String),
        NotFoundError,
    ),
)]
async fn metrics(app: web::Data<App>) -> Result<HttpResponse, ApiError> {
    match app.config.metrics_listen {
        Some(_) => Err(ApiError::NotFound("path")),
        None => Ok(metrics_page(app).await),
    }
}

/// The metrics.
pub async fn metrics_page(app: web::Data<App>) -> HttpResponse {
    let counts = counted::render();
    let gauges = app.gauges.render(&app).await;
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8"))
        .body(counts + &gauges + &certificates::metrics(&app.certificates))
}
