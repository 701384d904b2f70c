//! For tests: a store in memory, builders of domain values, and the contract that every store
//! keeps.

pub mod build;
pub mod contract;
mod memory;
pub mod peppol;
pub mod sends;

pub use memory::MemoryStore;
