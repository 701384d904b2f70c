//! `/docs`: guides for those who write to the API, in both languages, and the reference.

mod guides;
mod markdown;
mod reference;

use actix_web::web::ServiceConfig;
use api_http::paths::{Paths, get};

/// Puts the pages and what they need on the application.
pub(crate) fn configure(config: &mut ServiceConfig) {
    config.configure(Paths::of(pages));
    reference::configure(config);
}

fn pages(paths: &mut Paths) {
    paths
        .route("/docs", get().to(guides::front_page))
        .route("/docs/", get().to(guides::to_front_page))
        .route("/docs/guides", get().to(guides::to_front_page))
        .route("/docs/guides/", get().to(guides::to_front_page))
        .route("/docs/guides/{language}", get().to(guides::to_front_page))
        .route("/docs/sandbox", get().to(guides::sandbox))
        .route("/docs/guides/{language}/{name}", get().to(guides::guide))
        .route("/docs/reference", get().to(reference::page));
}
