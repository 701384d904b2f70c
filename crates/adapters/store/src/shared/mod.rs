//! The ports, written once and compiled once per backend, with a folder for each subject. `super` provides `Backend`,
//! `Conn`, `Db`, `DIALECT`, `MIGRATIONS`, `ReadConn`, `SCHEMA_IS_MIGRATED`, `commit_mutations`, `date_index_hint`,
//! `issue`, `run_mutations`, `webhook_sql`, and the macros `concurrently!` and `read_conn!`. How statements are
//! written is described in `sql`.

#[macro_use]
pub(super) mod sql;
pub(super) mod events;
pub(super) mod idempotency;
pub(super) mod invoicing;
mod keeping;
pub(super) mod ledger;
pub(crate) mod network;
pub(super) mod people;
#[cfg(test)]
pub(super) mod plans;
mod queue;
mod receiving;
mod reporting;
pub(super) mod schema;
mod sending;
pub(super) mod webhooks;

/// Checks that a change was made, which only one transaction can make.
fn once(changed: usize) -> sql::Result<()> {
    if changed == 0 { Err(sql::StoreError::Conflict) } else { Ok(()) }
}
