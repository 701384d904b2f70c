//! The Billhook service: commands and workers. The rules live in `crates/domain`, HTTP in
//! `apps/agent-api` and `apps/sapi`, what all share in `apps/runtime`.

pub mod commands;
pub mod interfaces;
pub mod workers;
