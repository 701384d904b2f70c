//! The Billhook service: wiring, HTTP, commands. The rules live in `crates/domain`.

pub mod clock;
pub mod commands;
pub mod config;
mod error;
pub mod gate;
mod gauges;
mod http;
pub mod intake;
mod metrics;
pub mod networks;
pub mod openapi;
pub mod page;
mod pdf;
mod pdf_cache;
mod ports;
pub mod public_links;
mod rates;
pub mod recorded_page;
pub mod requests;
pub mod routes;
pub mod secrets;
pub mod secrets_key;
pub mod server;
pub mod telemetry;
pub mod verification;
pub mod wiring;
pub mod workers;
