//! Webhook endpoints, their deliveries, and the event feed.

mod deliveries;
mod endpoints;
mod errors;
mod feed;
mod view;

use super::only;
use actix_web::web;

pub use view::{AttemptView, DeliveryList, DeliveryView, EndpointList, EndpointView};

/// The handlers with their documentation, for the OpenAPI document.
pub mod operations {
    pub use super::deliveries::*;
    pub use super::endpoints::*;
    pub use super::feed::*;
}

/// Puts the routes below `/v1/agent` on the application.
pub fn configure(config: &mut web::ServiceConfig) {
    config
        .service(
            web::resource("/webhooks")
                .route(web::post().to(endpoints::create_webhook))
                .route(web::get().to(endpoints::list_webhooks))
                .default_service(only("POST, GET")),
        )
        .service(
            web::resource("/webhooks/{id}")
                .route(web::get().to(endpoints::get_webhook))
                .route(web::patch().to(endpoints::change_webhook))
                .route(web::delete().to(endpoints::delete_webhook))
                .default_service(only("GET, PATCH, DELETE")),
        )
        .service(
            web::resource("/webhooks/{id}/rotate-secret")
                .route(web::post().to(endpoints::rotate_webhook_secret))
                .default_service(only("POST")),
        )
        .service(
            web::resource("/webhooks/{id}/enable")
                .route(web::post().to(endpoints::enable_webhook))
                .default_service(only("POST")),
        )
        .service(
            web::resource("/webhooks/{id}/test")
                .route(web::post().to(deliveries::test_webhook))
                .default_service(only("POST")),
        )
        .service(
            web::resource("/webhooks/{id}/deliveries")
                .route(web::get().to(deliveries::list_deliveries))
                .default_service(only("GET")),
        )
        .service(
            web::resource("/webhooks/{id}/deliveries/{delivery}")
                .route(web::get().to(deliveries::get_delivery))
                .default_service(only("GET")),
        )
        .service(
            web::resource("/webhooks/{id}/deliveries/{delivery}/redeliver")
                .route(web::post().to(deliveries::redeliver_delivery))
                .default_service(only("POST")),
        )
        .service(
            web::resource("/events")
                .route(web::get().to(feed::list_events))
                .default_service(only("GET")),
        );
}
