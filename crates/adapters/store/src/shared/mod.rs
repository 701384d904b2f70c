//! The ports, written once and compiled once per backend. `super` brings `Backend`, `Conn`, `Db`,
//! `Lane`, `Transaction`, `MIGRATIONS`, `POSITION_IN_NAME`, `SCHEMA_IS_MIGRATED`, `issue`,
//! `sign_of_dates` and the macros `lane!` and `together!`.

mod access;
mod contacts;
#[allow(dead_code)] // until the ports that write events stand
mod events;
mod files;
mod idempotency;
mod invoices;
pub(super) mod issued_rows;
mod keyset;
mod list;
pub(super) mod migrations;
mod organization;
#[cfg(test)]
mod plans;
mod ports;
mod provision;
mod rates;
mod series;
pub(super) mod series_number;
pub(super) mod statement;
mod vehicles;
pub(super) mod webhooks;
