//! The Billhook service: wiring, HTTP, commands. The rules live in `crates/domain`.

pub mod body;
pub mod clock;
pub mod commands;
pub mod config;
pub mod error;
pub mod flows;
pub mod http;
pub mod intake;
pub mod jobs;
pub mod network;
pub mod openapi;
pub mod page;
pub mod public_links;
pub mod routes;
pub mod secrets;
pub mod secrets_key;
pub mod server;
pub mod telemetry;
pub mod verification;
pub mod wake;
pub mod wiring;
