//! The interfaces that one address serves.

use actix_web::{dev::Server, web};
use agent_api::routes;
use runtime::wiring::App;
use std::{io, net::TcpListener, sync::Arc};

/// The server of the Agent API, with the other interfaces beside it.
///
/// # Errors
/// When the listener cannot be used.
pub fn server(app: Arc<App>, listener: TcpListener) -> io::Result<Server> {
    agent_api::server::server(app, listener, beside_it)
}

/// The OpenAPI document of all of them.
///
/// # Errors
/// When it cannot be written as JSON.
pub fn openapi_document() -> Result<String, serde_json::Error> {
    routes::openapi_document(partner_api::operations())
}

fn beside_it(config: &mut web::ServiceConfig) {
    identity::configure(config);
    sapi::configure(config);
    portal::configure(config);
    partner_api::configure(config);
    public_endpoints::configure(config);
    routes::serve_document(config, openapi_document);
}
