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
mod table;
mod webhooks;

use persistence::StoreError;
pub use store::MemoryStore;

type Result<T, E = StoreError> = std::result::Result<T, E>;
