//! The portal of a company as JSON: the session-shaped invoice endpoints, for interactive clients. They take the login
//! session of a member and no API key, and answer as the Agent API does, whose handlers they call. A person can be
//! asked: a typed number that is not the next one is a question (409 `NUMBER_OUT_OF_SERIES`), not an exception.

mod call;
mod invoices;
mod moves;

use actix_web::web::{self, ServiceConfig};
use api_http::{Operation, Reply, error::ApiError, register};
use call::PortalCall;

/// The operations that the OpenAPI document names, in the order in which a client needs them.
pub(super) fn operations() -> Vec<Operation> {
    [invoices::operations(), moves::operations()].into_iter().flatten().collect()
}

/// Puts the routes on the application.
pub(super) fn configure(config: &mut ServiceConfig) {
    let nothing = || web::to(nothing);
    register(operations(), nothing, config);
    config.service(web::scope("/v1/portal").default_service(nothing()));
}

/// The answer for unknown paths to callers who are signed in.
async fn nothing(_: PortalCall) -> Reply {
    Err(ApiError::NotFound("path"))
}
