//! Every use case over the store in memory and fakes of what leads out of the process.

mod connector;
mod deliver;
mod expenses;
mod futures;
mod invoices;
mod keys;
mod organizations;
mod setup;
mod webhooks;
