//! Every use case of Billhook: each reads what it must know, asks the domain for a decision and keeps
//! what that decides. Routes, workers and commands call these functions and write nothing by
//! themselves.
//!
//! A use case of a tenant takes a [`Context`]: the organization, the tier of the caller's key and the
//! [`Ports`]. What concerns the installation, or finds its tenant by itself, takes the [`Ports`]. There
//! is no HTTP, runtime or driver here; all futures are `Send`.

#![deny(clippy::disallowed_methods)]

mod context;
mod idempotent;
pub mod invoicing;
pub mod ledger;
pub mod maintenance;
pub mod network;
pub mod people;
mod ports;
pub mod receiving;
pub mod reporting;
mod retry;
pub mod sending;
pub mod webhooks;

pub use ::database::Database;
pub use context::Context;
pub use idempotent::IdempotencyError;
pub use ports::{NoRandomness, NotDone, Ports, Runtime};
