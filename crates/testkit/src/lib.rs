//! For tests: a store in memory, fakes of the ports that lead out of the process, builders of domain
//! values, and the contracts that stores and network adapters keep.

pub mod accounting;
pub mod build;
pub mod contract;
pub mod contracts;
pub mod expenses;
pub mod fakes;
pub mod invoices;
mod memory;
pub mod network_contract;
pub mod peppol;
pub mod sends;

pub use fixtures;
pub use memory::MemoryStore;
