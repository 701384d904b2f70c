//! The ports, written once and compiled once per backend. `super` brings `Backend`, `Conn`, `Db`,
//! `Lane`, `Transaction`, `MIGRATIONS`, `POSITION_IN_NAME`, `SCHEMA_IS_MIGRATED`, `issue`,
//! `run_steps`, `keep_steps`, `FOR_UPDATE`, `SKIP_LOCKED`, `sign_of_dates` and the macros `lane!` and
//! `together!`.

mod access;
mod account_ports;
mod accounts;
mod claims;
mod contacts;
mod credit;
mod event_log;
mod events;
mod files;
pub(super) mod idempotency;
mod inbox;
mod inbox_list;
mod invoices;
pub(super) mod issued_rows;
mod jobs;
mod keyset;
mod ledger;
mod list;
pub(super) mod migrations;
#[cfg(test)]
mod network_plans;
mod organization;
mod organizations;
mod overdue;
#[cfg(test)]
pub(super) mod plans;
mod ports;
mod provision;
mod rates;
#[cfg(test)]
mod send_plans;
mod send_settings;
mod series;
pub(super) mod series_number;
pub(super) mod statement;
pub(super) mod steps;
mod submissions;
mod trail;
mod trail_lines;
mod vehicles;
pub(super) mod webhooks;
