//! The HTTP interface: each handler parses, calls one flow, and answers.

mod actor;
mod bank_accounts;
mod bank_statement_view;
mod bank_statements;
mod contracts;
mod correspondence;
mod customers;
mod dashboard;
mod docs;
mod expense_payments;
mod expense_view;
mod expenses;
mod export_view;
mod exports;
mod files;
mod health;
mod invoice_changes;
mod invoice_files;
mod invoice_history;
mod invoice_parts;
mod invoice_view;
mod invoices;
pub mod keys;
mod number_series;
mod offset_view;
mod offsets;
mod organizations;
mod payment_proposals;
mod payments;
mod peppol;
mod recorded_view;
mod statement_mappings;
mod usage;
mod vehicles;
pub mod views;
mod webhooks;

use crate::{
    http::paging,
    http::{Operation, not_found, only, register},
};
use actix_web::{http::Method, web};

/// Every operation of the interface; those of a tag in the order in which the reference shows them.
#[must_use]
pub fn operations() -> Vec<Operation> {
    let files = [
        invoices::operations(),
        files::operations(),
        payments::operations(),
        correspondence::operations(),
        invoice_changes::operations(),
        invoice_files::operations(),
        invoice_history::operations(),
        usage::operations(),
        expenses::operations(),
        expense_payments::operations(),
        offsets::operations(),
        statement_mappings::operations(),
        bank_statements::operations(),
        payment_proposals::operations(),
        customers::operations(),
        contracts::operations(),
        dashboard::operations(),
        exports::operations(),
        bank_accounts::operations(),
        vehicles::operations(),
        number_series::operations(),
        keys::operations(),
        peppol::operations(),
        organizations::operations(),
        webhooks::operations(),
        health::operations(),
    ];
    files.into_iter().flatten().collect()
}

/// Serves the OpenAPI document, which whoever puts the interfaces together makes.
pub fn serve_document(
    config: &mut web::ServiceConfig,
    document: fn() -> Result<String, serde_json::Error>,
) {
    let answer = move |http| docs::openapi_json(http, document);
    config.service(only("/openapi.json", &Method::GET, web::to(answer)));
}

/// Puts every route on the application.
pub fn configure(config: &mut web::ServiceConfig) {
    register(operations(), || web::to(not_found), config);
    config.default_service(web::to(not_found));
}

/// What listens for metrics alone has nothing else.
pub fn configure_metrics(config: &mut web::ServiceConfig) {
    config
        .route("/metrics", web::get().to(health::metrics_page))
        .default_service(web::to(not_found));
}
