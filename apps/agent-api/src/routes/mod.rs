//! The HTTP interface: each handler parses, calls one flow, and answers.

mod docs;
pub(crate) mod handlers;
mod health;
mod invoicing;
mod ledger;
mod network;
pub mod people;
mod receiving;
mod sending;
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
        invoicing::invoices::operations(),
        invoicing::files::operations(),
        invoicing::payments::operations(),
        ledger::correspondence::operations(),
        invoicing::invoice_changes::operations(),
        invoicing::invoice_files::operations(),
        invoicing::invoice_history::operations(),
        invoicing::usage::operations(),
        ledger::expenses::operations(),
        ledger::expense_payments::operations(),
        ledger::offsets::operations(),
        ledger::projects::operations(),
        ledger::project_totals::operations(),
        ledger::stock::operations(),
        ledger::statement_mappings::operations(),
        ledger::bank_statements::operations(),
        ledger::payment_proposals::operations(),
        invoicing::customers::operations(),
        ledger::contracts::operations(),
        ledger::dashboard::operations(),
        ledger::exports::operations(),
        ledger::accounting::operations(),
        invoicing::bank_accounts::operations(),
        invoicing::vehicles::operations(),
        invoicing::number_series::operations(),
        people::keys::operations(),
        sending::sends::operations(),
        sending::connector::operations(),
        sending::status::operations(),
        receiving::received::operations(),
        receiving::responses::operations(),
        sending::recipient::operations(),
        sending::preflight::operations(),
        sending::held::operations(),
        sending::credit::operations(),
        network::audit::operations(),
        network::organizations::operations(),
        webhooks::operations(),
        health::operations(),
    ];
    files.into_iter().flatten().collect()
}

/// Serves the OpenAPI document that the binary builds of all interfaces.
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
