//! Every use case over the store in memory and fakes of what leads out of the process.

mod connector;
mod contracts;
mod deliver;
mod futures;
mod invoices;
mod keys;
mod organizations;
mod setup;
mod webhooks;
