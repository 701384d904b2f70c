//! Every use case over the store in memory and fakes of what leads out of the process.

mod bank_statements;
mod connector;
mod contracts;
mod correspondence;
mod deliver;
mod expenses;
mod futures;
mod invoice_changes;
mod invoices;
mod keys;
mod organizations;
mod setup;
mod webhooks;
