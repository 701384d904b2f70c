//! Every use case over the store in memory and fakes of what leads out of the process.

mod bank_statements;
mod connector;
mod deliver;
mod futures;
mod invoices;
mod keys;
mod organizations;
mod setup;
mod webhooks;
