//! The ports, written once and compiled once per backend. `super` brings `Backend`, `Conn`, `Db`,
//! `Lane`, `Transaction`, `POSITION_IN_NAME`, `issue` and the macros
//! `lane!` and `together!`.

mod access;
mod contacts;
mod files;
mod idempotency;
mod invoices;
pub(super) mod issued_rows;
mod keyset;
mod list;
mod organization;
mod ports;
mod provision;
mod rates;
mod series;
pub(super) mod statement;
mod vehicles;
