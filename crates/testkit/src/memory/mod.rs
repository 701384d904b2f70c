//! The ports in memory: what each does, without a database in the way.

mod idempotency;
mod invoicing;
mod kept;
pub(crate) mod ledger;
mod network;
mod page;
mod people;
mod receiving;
mod reporting;
mod sending;
mod store;
mod webhooks;

pub use store::MemoryStore;
