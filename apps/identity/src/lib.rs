//! People sign in here, and applications get access with their consent: the endpoints of OAuth 2.1,
//! and the pages around them. Pages are plain forms: they work without JavaScript and have none.

mod cookies;
mod form;
mod json;
mod oauth;
mod pages;
mod same_origin;
mod session;

pub use form::is_of_type;
pub use pages::{Language, Moment, html, see_other, sign_in_for};
pub use same_origin::is_same_origin;
pub use session::{Visitor, refused, visitor};

use actix_web::web;
use api_http::Operation;

/// The operations that the OpenAPI document names: the endpoints of OAuth, and what people do as JSON.
#[must_use]
pub fn operations() -> Vec<Operation> {
    oauth::operations().into_iter().chain(json::operations()).collect()
}

/// Puts the pages on the application.
pub fn configure(config: &mut web::ServiceConfig) {
    pages::configure(config);
}
