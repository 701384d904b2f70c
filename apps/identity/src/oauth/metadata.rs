//! What the server says of itself. Read by programs in browsers too.

use super::OAuthAnswer;
use actix_web::{
    HttpResponse,
    http::header,
    web::{Data, ServiceConfig, get},
};
use oauth::{Resource, ResourceMetadata, ServerMetadata, paths};
use runtime::wiring::App;
use serde::Serialize;
use use_cases::oauth::published_keys;

pub(super) fn configure(config: &mut ServiceConfig) {
    config
        .route(paths::SERVER, get().to(server))
        .route(paths::OPENID, get().to(server))
        .route(paths::JWKS, get().to(keys))
        // the root stands for the MCP server (MCP, 2026-07-28)
        .route(paths::RESOURCE, get().to(|app: Data<App>| resource(app, Resource::Mcp)));
    for known in Resource::ALL {
        let path = format!("{}{}", paths::RESOURCE, known.path());
        config.route(&path, get().to(move |app: Data<App>| resource(app, known)));
    }
}

fn public(body: &impl Serialize) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header((header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"))
        .insert_header((header::CACHE_CONTROL, "public, max-age=300"))
        .json(body)
}

async fn server(app: Data<App>) -> HttpResponse {
    public(&ServerMetadata::of(&app.config.base_url))
}

async fn resource(app: Data<App>, resource: Resource) -> HttpResponse {
    public(&ResourceMetadata::of(resource, &app.config.base_url))
}

async fn keys(app: Data<App>) -> Result<HttpResponse, OAuthAnswer> {
    let keys = published_keys(&**app).await?;
    Ok(public(&serde_json::json!({ "keys": keys })))
}
