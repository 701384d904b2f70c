use crate::bearer::CallingApp;
use access::OrganizationId;
use accounting_programs::FETCH_PATH;
use actix_web::{
    Error, HttpMessage, HttpRequest,
    body::MessageBody,
    dev::{ServiceRequest, ServiceResponse},
    http::{
        Method,
        header::{HeaderName, HeaderValue},
    },
    middleware::Next,
};
use runtime::Timing;
use runtime::metrics;
use std::time::Instant;
use tracing::Instrument;
use uuid::Uuid;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const SERVER_TIMING: HeaderName = HeaderName::from_static("server-timing");

/// Gives each request an id, which every log line of the request has, measures and counts the request, and writes its
/// log line.
///
/// # Errors
/// What the inner service says.
pub async fn observe(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, Error> {
    let began = Instant::now();
    let timing = Timing::default();
    let id = request_id(&request);
    let method = request.method().clone();
    let is_agent = request.path().starts_with("/v1/agent");
    let is_page = ["/portal", "/partner"].iter().any(|place| request.path().starts_with(place));
    request.extensions_mut().insert(timing.clone());
    request.extensions_mut().insert(RequestId(id.clone()));
    // at the highest level, so that no filter removes the id from a line that it lets pass
    let span = tracing::error_span!("request", request.id = id.as_str());
    let answered = timing.database().during(next.call(request)).instrument(span);
    let mut response = answered.await?;
    let elapsed = began.elapsed();
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
    let shown = match (is_agent, is_page) {
        (true, _) => Some(timing.header(elapsed)),
        (_, true) => Some(timing.header_with_calls(elapsed)),
        _ => None,
    };
    if let Some(Ok(value)) = shown.map(|text| HeaderValue::from_str(&text)) {
        response.headers_mut().insert(SERVER_TIMING, value);
    }
    record(&response, (&id, &method), elapsed);
    Ok(response)
}

/// The timing of a request, as [`observe`] began it.
pub fn timing_of(request: &HttpRequest) -> Timing {
    request.extensions().get::<Timing>().cloned().unwrap_or_default()
}

/// The id that [`observe`] gave a request.
struct RequestId(String);

/// The id of a request, which its answer and its log line have.
pub fn request_id_of(request: &HttpRequest) -> Option<String> {
    request.extensions().get::<RequestId>().map(|RequestId(id)| id.clone())
}

/// The caller's request id when it has the allowed form, else a new one.
fn request_id(request: &ServiceRequest) -> String {
    let sane = |id: &&str| {
        (1..=64).contains(&id.len())
            && id.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b))
    };
    let given = request.headers().get(&REQUEST_ID).and_then(|id| id.to_str().ok()).filter(sane);
    given.map_or_else(|| Uuid::now_v7().to_string(), str::to_owned)
}

/// The method as a metric label. Unknown methods share one label, because each label is kept for the life of the
/// process.
fn counted_method(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

/// The path for the log. Tokens in paths are secrets, so the route is logged instead of such a path.
fn shown_path<'a>(path: &'a str, route: &'a str) -> &'a str {
    let places = ["/claim/", "/i/", "/consent/", "/reset/", "/invitation/", FETCH_PATH];
    if places.iter().any(|place| path.starts_with(place)) { route } else { path }
}

fn record(
    response: &ServiceResponse<impl MessageBody>,
    (id, method): (&str, &Method),
    elapsed: std::time::Duration,
) {
    let request = response.request();
    let route = request.match_pattern().unwrap_or_else(|| "unmatched".to_owned());
    let status = response.status().as_u16();
    metrics::REQUESTS.add(&[counted_method(method), &route, &status.to_string()], 1);
    metrics::REQUEST_SECONDS.record(&route, elapsed);
    let organization = request.extensions().get::<OrganizationId>().map(ToString::to_string);
    let calling = request.extensions().get::<CallingApp>().cloned();
    tracing::info!(
        request.id = id,
        org.id = organization,
        connection.id = calling.as_ref().map(|app| app.connection.to_string()),
        client.id = calling.as_ref().map(|app| app.client.as_str()),
        http.method = %method,
        http.path = shown_path(request.path(), &route),
        http.status = status,
        duration_ms = elapsed.as_secs_f64() * 1e3,
        "HTTP request answered"
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_with_secrets_are_not_logged() {
        for path in ["/claim/x", "/i/x", "/consent/x", "/reset/x", "/invitation/x"] {
            assert_eq!(shown_path(path, "route"), "route", "{path}");
        }
        assert_eq!(shown_path("/v1/agent/invoices", "route"), "/v1/agent/invoices");
    }
}
