//! Puts together the interfaces that one address serves. None of them depends on another.

use actix_web::web;
use agent_api::{openapi, routes, sessions};
use api_http::Operation;

/// Every operation that the OpenAPI document names; those of a tag in the order in which the reference shows them.
fn operations() -> Vec<Operation> {
    let interfaces = [
        routes::operations(),
        portal::operations(),
        identity::operations(),
        sessions::operations(),
    ];
    interfaces.into_iter().flatten().collect()
}

/// The OpenAPI document of all of them.
///
/// # Errors
/// When it cannot be written as JSON.
pub fn openapi_document() -> Result<String, serde_json::Error> {
    openapi::document(operations())
}

/// Puts all of them on the application.
pub(crate) fn configure(config: &mut web::ServiceConfig) {
    routes::configure(config);
    identity::configure(config);
    sapi::configure(config);
    portal::configure(config);
    sessions::configure(config);
    public_endpoints::configure(config);
    routes::serve_document(config, openapi_document);
}
