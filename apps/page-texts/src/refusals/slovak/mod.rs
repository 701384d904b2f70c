//! The Slovak of each kind of refusal, a file for each subject.

mod accounting;
mod connector;
mod files;
mod invoice_states;
mod invoicing;
mod ledger;
mod network;
mod people;
mod service;
mod statements;
mod stock;
mod use_cases;
mod vat;
mod webhooks;
mod words;

use super::Text;

/// All tables.
pub const TABLES: [&[Text]; 15] = [
    accounting::TEXTS,
    connector::TEXTS,
    files::TEXTS,
    invoice_states::TEXTS,
    invoicing::TEXTS,
    ledger::TEXTS,
    network::TEXTS,
    people::TEXTS,
    service::TEXTS,
    statements::TEXTS,
    stock::TEXTS,
    use_cases::TEXTS,
    vat::TEXTS,
    webhooks::TEXTS,
    words::TEXTS,
];
