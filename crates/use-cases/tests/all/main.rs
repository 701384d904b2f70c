//! Every use case over the store in memory and fakes of what leads out of the process.

mod bank_statements;
mod connector;
mod contracts;
mod correspondence;
mod deliver;
mod expenses;
mod exports;
mod futures;
mod invoice_changes;
mod invoices;
mod keys;
mod oauth;
mod organizations;
mod people;
mod provider_reports;
mod publishing;
mod receive_document;
mod receive_status;
mod records;
mod responses;
mod seen;
mod send_status;
mod settlements;
mod setup;
mod tax_reports;
mod webhooks;
