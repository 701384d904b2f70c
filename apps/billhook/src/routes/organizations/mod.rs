//! Organizations, their registration in the network, and claims.

mod claim;
mod claim_page;
mod enroll;
mod make;
mod read;
mod refusals;
mod view;

use super::only;
use actix_web::web;

pub(super) use claim_page::escape;
pub use view::{OrganizationList, OrganizationView, RegistrationView};

/// The handlers with their documentation, for the OpenAPI document.
pub mod operations {
    pub use super::claim::*;
    pub use super::claim_page::*;
    pub use super::enroll::*;
    pub use super::make::*;
    pub use super::read::*;
}

/// Puts the routes below `/v1/agent` on the application.
pub fn configure(config: &mut web::ServiceConfig) {
    config
        .service(
            web::resource("/organizations")
                .route(web::post().to(make::make_organization))
                .route(web::get().to(read::list_organizations))
                .default_service(only("POST, GET")),
        )
        .service(
            web::resource("/organizations/{id}")
                .route(web::get().to(read::get_organization))
                .route(web::patch().to(make::set_organization_options))
                .default_service(only("GET, PATCH")),
        )
        .service(
            web::resource("/organizations/{id}/peppol/deactivate")
                .route(web::post().to(enroll::deactivate_organization))
                .default_service(only("POST")),
        )
        .service(
            web::resource("/organizations/{id}/peppol-claim")
                .route(web::post().to(claim::claim_organization))
                .default_service(only("POST")),
        )
        .service(
            web::resource("/peppol/enroll")
                .route(web::post().to(enroll::enroll_organization))
                .default_service(only("POST")),
        );
}

/// Puts the page of a claim on the application: not below `/v1/agent`, its readers have no key.
pub fn configure_pages(config: &mut web::ServiceConfig) {
    config.service(
        web::resource("/claim/{token}")
            .route(web::get().to(claim_page::claim_page))
            .route(web::post().to(claim_page::confirm_claim))
            .default_service(only("GET, POST")),
    );
}
