//! People sign in here, and applications get access with their consent: the endpoints of OAuth 2.1,
//! and the pages around them. Pages are plain forms: they work without JavaScript and have none.

mod form;
mod json;
mod oauth;
mod pages;
mod session;

use actix_web::web;
use api_http::{Operation, not_found, register};

/// The operations that the OpenAPI document names: the endpoints of OAuth, and what people do as JSON.
#[must_use]
pub fn operations() -> Vec<Operation> {
    oauth::operations().into_iter().chain(json::operations()).collect()
}

/// Puts the operations and the pages on the application.
pub fn configure(config: &mut web::ServiceConfig) {
    register(operations(), || web::to(not_found), config);
    pages::configure(config);
}
