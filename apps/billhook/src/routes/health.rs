use crate::{error::ApiError, http::operations, wiring::App};
use actix_web::{HttpResponse, http::header, web};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use serde_json::json;

operations![live, ready, metrics];

/// Renders what was counted.
#[derive(Clone)]
pub struct Metrics(PrometheusHandle);

/// Installs the recorder of metrics; once a process.
///
/// # Errors
/// When one is installed already.
pub fn install_metrics() -> Result<Metrics, Box<dyn std::error::Error + Send + Sync>> {
    let builder = PrometheusBuilder::new().set_buckets(&[
        0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0,
    ])?;
    Ok(Metrics(builder.install_recorder()?))
}

/// The process runs.
#[utoipa::path(
    get, path = "/health/live", tag = "service", operation_id = "live",
    responses((status = 200, description = "The process runs", body = Object)),
)]
async fn live() -> HttpResponse {
    HttpResponse::Ok().json(json!({"status": "ok"}))
}

/// The database answers and its schema is up to date.
#[utoipa::path(
    get, path = "/health/ready", tag = "service", operation_id = "ready",
    responses(
        (status = 200, description = "Ready for requests", body = Object),
        (status = 503, description = "The database does not answer, or lacks migrations", body = Object),
    ),
)]
async fn ready(app: web::Data<App>) -> HttpResponse {
    match app.store.check_ready().await {
        Ok(()) => HttpResponse::Ok().json(json!({"status": "ok"})),
        Err(error) => {
            tracing::warn!(%error, "not ready");
            HttpResponse::ServiceUnavailable().json(json!({"status": "unavailable"}))
        }
    }
}

/// Counts and times, for Prometheus.
#[utoipa::path(
    get, path = "/metrics", tag = "service", operation_id = "metrics",
    responses((status = 200, description = "Prometheus text", content_type = "text/plain", body = String)),
)]
async fn metrics(metrics: Option<web::Data<Metrics>>) -> Result<HttpResponse, ApiError> {
    let metrics = metrics.ok_or(ApiError::NotFound("metrics"))?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8"))
        .body(metrics.0.render()))
}
