//! The use cases of Billhook. Each one reads its input, has the domain decide, and stores the decision. Routes,
//! workers and commands call these functions and never write to the store themselves.
//!
//! A use case of a tenant takes a [`Context`]: the organization, the tier of the caller's key and the [`Ports`]. A use
//! case that concerns the whole installation, or that looks its tenant up, takes the [`Ports`]. This crate has no
//! HTTP, runtime or driver; all futures are `Send`.

#![deny(clippy::disallowed_methods)]

mod context;
mod database;
mod idempotent;
pub mod invoicing;
pub mod ledger;
pub mod maintenance;
pub mod network;
pub mod people;
mod ports;
pub mod receiving;
pub mod reporting;
mod retry;
pub mod sending;
pub mod webhooks;

pub use context::Context;
pub use database::Database;
pub use idempotent::IdempotencyError;
pub use ports::{NoRandomness, NotDone, Ports, Runtime};

refusals::list![
    idempotent::IdempotencyError,
    invoicing::change_invoice::ChangeInvoiceError,
    invoicing::records::RecordRefused,
    invoicing::stock_lines::StockLineFault,
    ledger::accounting::ProgramFault,
    ledger::contracts::ContractError,
    ledger::contracts::IssueFault,
    ledger::expenses::ExpenseFailure,
    ledger::expenses::NoReceivedDocument,
    ledger::exports::ExportError,
    ledger::projects::ProjectRefused,
    ledger::statement_mappings::MappingError,
    ledger::stock::ValueTaken,
    network::organizations::ClaimError,
    network::organizations::ConfirmError,
    network::organizations::EnrollFailure,
    network::organizations::KeepError,
    people::keys::KeyError,
    sending::native_send::AddressIncomplete,
    webhooks::WebhookError,
];
