//! What a person who signed in may call: operations that take a login session, and no API key.

mod partner;
mod portal;

use actix_web::web::ServiceConfig;
use api_http::Operation;

/// The operations that the OpenAPI document names.
#[must_use]
pub fn operations() -> Vec<Operation> {
    [partner::operations(), portal::operations()].into_iter().flatten().collect()
}

/// Puts the routes on the application.
pub fn configure(config: &mut ServiceConfig) {
    partner::configure(config);
    portal::configure(config);
}
