//! The public interface of our SMP. Its protocol is that of the network, not part of the Agent API.

use actix_web::{
    HttpRequest, HttpResponse, Route,
    http::{Method, header},
    web,
};
use api_http::{client_address_of, error::ApiError, only};
use peppol_connector::identifiers::Network;
use runtime::{
    smp::{Published, Question},
    wiring::App,
};
use serde::Deserialize;

/// The segments of a path by their names, decoded.
#[derive(Deserialize)]
struct Segments {
    network: Option<String>,
    participant: String,
    document_type: Option<String>,
}

/// The key under which callers are counted, because they have none.
const NO_KEY: [u8; 32] = [0; 32];

/// `/smp/live/…` and `/smp/test/…` are of one network; `/smp/…` is of the first that knows the participant.
pub fn configure(config: &mut web::ServiceConfig) {
    let get = |path: &str, route: Route| only(path, &Method::GET, route);
    for base in ["/smp/{network:live|test}", "/smp"] {
        let card = format!("{base}/businesscard/{{participant}}");
        let group = format!("{base}/{{participant}}");
        let metadata = format!("{base}/{{participant}}/services/{{document_type}}");
        config
            .service(get(&card, web::to(business_card)))
            .service(get(&group, web::to(service_group)))
            .service(get(&metadata, web::to(service_metadata)));
    }
    config.service(get("/businesscard/{participant}", web::to(business_card)));
}

async fn service_group(
    http: HttpRequest,
    app: web::Data<App>,
    path: web::Path<Segments>,
) -> Result<HttpResponse, ApiError> {
    answer(&http, &app, &path, Question::Group).await
}

async fn service_metadata(
    http: HttpRequest,
    app: web::Data<App>,
    path: web::Path<Segments>,
) -> Result<HttpResponse, ApiError> {
    let document_type = path.document_type.as_deref().unwrap_or_default();
    answer(&http, &app, &path, Question::Service(document_type)).await
}

async fn business_card(
    http: HttpRequest,
    app: web::Data<App>,
    path: web::Path<Segments>,
) -> Result<HttpResponse, ApiError> {
    answer(&http, &app, &path, Question::Card).await
}

async fn answer(
    http: &HttpRequest,
    app: &App,
    path: &Segments,
    question: Question<'_>,
) -> Result<HttpResponse, ApiError> {
    if app.smp.is_empty() {
        return Err(ApiError::NotFound("path"));
    }
    let address = client_address_of(http, &app.config);
    let now = app.clock.now().unix_timestamp();
    app.smp_callers.admit(address, &NO_KEY, now).map_err(ApiError::RateLimited)?;
    app.smp_callers.count(address, &NO_KEY, now);
    let network = match path.network.as_deref() {
        Some("live") => Some(Network::Live),
        Some("test") => Some(Network::Test),
        _ => None,
    };
    let found = app.smp.answer(&app.store, network, &path.participant, question).await;
    let found = found.map_err(ApiError::internal)?;
    Ok(found.map_or_else(|| HttpResponse::NotFound().finish(), |found| page(http, found)))
}

fn page(http: &HttpRequest, Published { body, etag }: Published) -> HttpResponse {
    let asked = http.headers().get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let is_known = asked.is_some_and(|known| known.split(',').any(|one| one.trim() == etag));
    let mut response = if is_known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    response.insert_header((header::ETAG, etag));
    if is_known {
        return response.finish();
    }
    response.content_type("text/xml; charset=utf-8").body(body.to_string())
}
