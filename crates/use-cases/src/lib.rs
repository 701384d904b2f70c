//! Every use case of Billhook: each reads what it must know, asks the domain for a decision and keeps
//! what that decides. Routes, workers and commands call these functions and write nothing by
//! themselves.
//!
//! A use case of a tenant takes a [`Context`]: the organization, the tier of the caller's key and the
//! [`Ports`]. What concerns the installation, or finds its tenant by itself, takes the [`Ports`]. There
//! is no HTTP, runtime or driver here; all futures are `Send`.

#![deny(clippy::disallowed_methods)]

mod acknowledge;
pub mod connector;
mod context;
mod deliver;
mod exchange_rate;
mod idempotent;
mod issue_invoice;
mod maintenance;
mod native_send;
mod number_series;
pub mod organizations;
mod overdue;
mod ports;
mod retry;
mod secrets;
mod send_settings;
mod ubl;
mod viewed;
pub mod webhooks;

pub use acknowledge::acknowledge;
pub use context::Context;
pub use deliver::{Courier, DeliverError, Delivered};
pub use exchange_rate::RateLookup;
pub use idempotent::IdempotencyError;
pub use issue_invoice::{Issue, IssueError, issue_invoice};
pub use maintenance::{expire_staged_documents, purge_answers, purge_events};
pub use native_send::{InvoicePreflight, NativeSendError, preflight_invoice, send_invoice};
pub use number_series::set_series_format;
pub use overdue::{OverdueError, make_overdue};
pub use ports::{Database, NoRandomness, Ports, Runtime};
pub use send_settings::{release_held, set_send_mode};
pub use ubl::{UblFile, UblSource, archived_or_preview, ubl_preview};
pub use viewed::{ViewedError, viewed};
