//! The Billhook service: commands and workers. The rules live in `crates/domain`, HTTP in
//! `apps/agent-api`, what both share in `apps/runtime`.

pub mod commands;
pub mod workers;
