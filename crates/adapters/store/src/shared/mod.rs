//! The ports, written once and compiled once per backend, a folder a subject. `super` brings
//! `Backend`, `Conn`, `Db`, `DIALECT`, `MIGRATIONS`, `ReadConn`, `SCHEMA_IS_MIGRATED`,
//! `commit_mutations`, `date_index_hint`, `issue`, `run_mutations`, `webhook_sql`, and the macros
//! `concurrently!` and `read_conn!`. How statements are written is described in `sql`.

#[macro_use]
pub(super) mod sql;
pub(super) mod access;
mod bank;
mod contracts;
mod correspondence;
mod dashboard;
pub(super) mod events;
mod expenses;
mod exports;
pub(super) mod idempotency;
pub(super) mod invoices;
mod keeping;
mod members;
pub(super) mod migrations;
pub(super) mod oauth;
mod offsets;
pub(super) mod old_migrations;
pub(crate) mod organizations;
mod packed;
mod peppol;
#[cfg(test)]
pub(super) mod plans;
mod purge;
mod queue;
mod sapi;
mod sign_in;
mod submissions;
mod tax_reports;
pub(super) mod usage;
pub(super) mod webhooks;

/// Whether a change that one alone can make was made.
fn once(changed: usize) -> sql::Result<()> {
    if changed == 0 { Err(sql::StoreError::Conflict) } else { Ok(()) }
}
