//! The Peppol operations.

mod connector;
mod credit;
mod held;
mod preflight;
mod received;
mod recipient;
mod sends;
mod status;
mod trail;
mod view;

use super::only;
use actix_web::web;

pub use credit::{CreditView, LedgerList};
pub use held::{QueueItem, QueueList, Released, SendSettingsView};
pub use preflight::InvoicePreflightView;
pub use received::{ReceivedList, ReceivedView};
pub use sends::{BatchItem, BatchView, QueuedView};
pub use status::StatusView;
pub use trail::TrailList;
pub use view::{DocumentList, DocumentView};

/// The handlers with their documentation, for the OpenAPI document.
pub mod operations {
    pub use super::connector::*;
    pub use super::credit::*;
    pub use super::held::*;
    pub use super::preflight::*;
    pub use super::received::*;
    pub use super::recipient::*;
    pub use super::sends::*;
    pub use super::status::*;
    pub use super::trail::*;
}

/// Puts the routes below `/v1/agent` on the application.
pub fn configure(config: &mut web::ServiceConfig) {
    sending(config);
    config
        .service(
            web::resource("/peppol/received")
                .route(web::get().to(received::list_received))
                .default_service(only("GET")),
        )
        .service(
            web::resource("/peppol/received/{id}")
                .route(web::get().to(received::get_received))
                .default_service(only("GET")),
        )
        .service(
            web::resource("/peppol/received/{id}/acknowledge")
                .route(web::post().to(received::acknowledge_received))
                .default_service(only("POST")),
        )
        .service(
            web::resource("/peppol/received/{id}/evidence")
                .route(web::get().to(received::received_evidence))
                .default_service(only("GET")),
        )
        .service(
            web::resource("/peppol/received/{id}/xml")
                .route(web::get().to(received::received_xml))
                .default_service(only("GET")),
        )
        .service(
            web::resource("/peppol/events")
                .route(web::get().to(trail::list_peppol_events))
                .default_service(only("GET")),
        );
}

fn sending(config: &mut web::ServiceConfig) {
    config
        .service(
            web::resource("/peppol/connector/send")
                .route(web::post().to(connector::connector_send))
                .default_service(only("POST")),
        )
        .service(
            web::resource("/peppol/connector/dispatch/{id}")
                .route(web::post().to(connector::connector_dispatch))
                .default_service(only("POST")),
        )
        .service(
            web::resource("/peppol/recipient")
                .route(web::get().to(recipient::look_up_recipient))
                .default_service(only("GET")),
        )
        .service(
            web::resource("/peppol/preflight")
                .route(web::post().to(preflight::preflight_document))
                .default_service(only("POST")),
        )
        .service(
            web::resource("/invoices/{id}/preflight")
                .route(web::post().to(preflight::preflight_invoice))
                .default_service(only("POST")),
        )
        // before the id: a batch is no invoice
        .service(
            web::resource("/peppol/send/batch")
                .route(web::post().to(sends::send_batch))
                .default_service(only("POST")),
        )
        .service(
            web::resource("/peppol/send/{id}")
                .route(web::post().to(sends::send_invoice))
                .default_service(only("POST")),
        )
        .service(
            web::resource("/peppol/status/{id}")
                .route(web::get().to(status::invoice_status))
                .default_service(only("GET")),
        )
        .service(
            web::resource("/peppol/documents")
                .route(web::get().to(status::list_documents))
                .default_service(only("GET")),
        )
        .service(
            web::resource("/peppol/documents/{id}")
                .route(web::get().to(status::get_document))
                .default_service(only("GET")),
        )
        .service(
            web::resource("/peppol/documents/{id}/xml")
                .route(web::get().to(status::document_xml))
                .default_service(only("GET")),
        )
        .service(
            web::resource("/peppol/documents/{id}/evidence")
                .route(web::get().to(status::document_evidence))
                .default_service(only("GET")),
        )
        .service(
            web::resource("/peppol/credit")
                .route(web::get().to(credit::get_credit))
                .default_service(only("GET")),
        )
        .service(
            web::resource("/peppol/credit/entries")
                .route(web::get().to(credit::list_credit_entries))
                .default_service(only("GET")),
        )
        .service(
            web::resource("/peppol/send-settings")
                .route(web::get().to(held::get_send_settings))
                .route(web::put().to(held::put_send_settings))
                .default_service(only("GET, PUT")),
        )
        .service(
            web::resource("/peppol/batches/send")
                .route(web::post().to(held::release_held))
                .default_service(only("POST")),
        )
        .service(
            web::resource("/peppol/queue")
                .route(web::get().to(held::list_queue))
                .default_service(only("GET")),
        );
}
