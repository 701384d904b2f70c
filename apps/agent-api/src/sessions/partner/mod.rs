//! The partners' portal as JSON. It takes the login session of a member, and no API key (Authentication, API
//! key 5). The pages of the crate `portal` do the same.

mod call;
mod deliveries;
mod endpoints;
mod managed;

use actix_web::web::{self, ServiceConfig};
use api_http::{Operation, Reply, error::ApiError, register};
use call::PartnerCall;

/// The operations that the OpenAPI document names, in the order in which a partner needs them.
pub(super) fn operations() -> Vec<Operation> {
    let files = [managed::operations(), endpoints::operations(), deliveries::operations()];
    files.into_iter().flatten().collect()
}

/// Puts the routes on the application.
pub(super) fn configure(config: &mut ServiceConfig) {
    let nothing = || web::to(nothing);
    register(operations(), nothing, config);
    config.service(web::scope("/v1/partner").default_service(nothing()));
}

/// 404 for a member of a partner, 401 for everybody else.
async fn nothing(_: PartnerCall) -> Reply {
    Err(ApiError::NotFound("path"))
}
