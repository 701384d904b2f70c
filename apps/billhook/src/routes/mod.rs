//! The HTTP interface: each handler parses, calls one flow, and answers.

mod customers;
mod docs;
mod files;
mod health;
mod invoice_view;
mod invoices;
mod number_series;
mod organizations;
mod paging;
mod partner;
mod peppol;
mod public_page;
mod webhooks;

use crate::error::ApiError;
use actix_web::{
    HttpResponse, HttpResponseBuilder, Route,
    http::{StatusCode, header::ContentType},
    web,
};
use idempotency::Answer;
use serde::Serialize;
use utoipa::ToSchema;

pub use customers::{CustomerList, CustomerView};
pub use docs::{openapi_json, reference_page};
pub use health::{Metrics, install_metrics};
pub use invoice_view::{
    AddressView, AttachmentView, CustomerRef, DeliveryAddressView, InvoiceView, ItemView,
    OriginalView, PaymentView, VatView, VehicleView,
};
pub use invoices::{InvoiceList, InvoiceRow};
pub use number_series::{SeriesList, SeriesView};
pub use organizations::{OrganizationList, OrganizationView, RegistrationView};
pub use peppol::{
    BatchItem, BatchView, CreditView, DocumentList, DocumentView, InvoicePreflightView, LedgerList,
    QueueItem, QueueList, QueuedView, ReceivedList, ReceivedView, Released, SendSettingsView,
    StatusView, TrailList,
};

pub use webhooks::{AttemptView, DeliveryList, DeliveryView, EndpointList, EndpointView};

/// The envelope of answers that have one.
#[derive(Serialize, ToSchema)]
pub struct Data<T> {
    /// The answer.
    pub data: T,
}

/// The handlers with their documentation, for the OpenAPI document.
pub mod operations {
    pub use super::customers::*;
    pub use super::files::*;
    pub use super::health::*;
    pub use super::invoices::*;
    pub use super::number_series::*;
    pub use super::organizations::operations::*;
    pub use super::peppol::operations::*;
    pub use super::public_page::*;
    pub use super::webhooks::operations::*;
}

/// Puts every route on the application.
pub fn configure(config: &mut web::ServiceConfig) {
    config
        .service(
            web::scope("/v1/agent")
                .service(
                    web::resource("/invoices")
                        .route(web::post().to(invoices::create_invoice))
                        .route(web::get().to(invoices::list_invoices))
                        .default_service(only("POST, GET")),
                )
                .service(
                    web::resource("/invoices/{id}")
                        .route(web::get().to(invoices::get_invoice))
                        .default_service(only("GET")),
                )
                .service(
                    web::resource("/invoices/{id}/pdf")
                        .route(web::get().to(files::invoice_pdf))
                        .default_service(only("GET")),
                )
                .service(
                    web::resource("/invoices/{id}/xml")
                        .route(web::get().to(files::invoice_xml))
                        .default_service(only("GET")),
                )
                .service(
                    web::resource("/customers")
                        .route(web::get().to(customers::list_customers))
                        .default_service(only("GET")),
                )
                .service(
                    web::resource("/customers/{id}")
                        .route(web::get().to(customers::get_customer))
                        .default_service(only("GET")),
                )
                .service(
                    web::resource("/number-series")
                        .route(web::get().to(number_series::list_number_series))
                        .default_service(only("GET")),
                )
                .service(
                    web::resource("/number-series/{type}")
                        .route(web::put().to(number_series::put_number_series))
                        .default_service(only("PUT")),
                )
                .configure(peppol::configure)
                .configure(organizations::configure)
                .configure(webhooks::configure)
                .default_service(web::to(not_found)),
        )
        .configure(organizations::configure_pages)
        .configure(public_page::configure)
        .service(web::scope("/v1/partner").default_service(web::to(partner::portal_only)))
        .service(web::resource("/health/live").route(web::get().to(health::live)))
        .service(web::resource("/health/ready").route(web::get().to(health::ready)))
        .service(web::resource("/metrics").route(web::get().to(health::metrics)))
        .service(web::resource("/openapi.json").route(web::get().to(docs::openapi_json)))
        .service(web::resource("/docs").route(web::get().to(docs::reference_page)))
        .service(web::resource("/docs/sandbox").route(web::get().to(docs::sandbox_page)))
        .default_service(web::to(not_found));
}

async fn not_found() -> Result<HttpResponse, ApiError> {
    Err(ApiError::NotFound("path"))
}

/// What answers every other method.
fn only(allowed: &'static str) -> Route {
    web::to(move || async move { Err::<HttpResponse, _>(ApiError::MethodNotAllowed { allowed }) })
}

/// A stored answer, byte for byte.
fn respond(answer: Answer) -> Result<HttpResponse, ApiError> {
    let status = StatusCode::from_u16(answer.status).map_err(ApiError::internal)?;
    Ok(HttpResponseBuilder::new(status).content_type(ContentType::json()).body(answer.body))
}

/// An id in a path: what is no UUID does not exist.
fn path_id(id: &str, what: &'static str) -> Result<uuid::Uuid, ApiError> {
    uuid::Uuid::try_parse(id).map_err(|_| ApiError::NotFound(what))
}
