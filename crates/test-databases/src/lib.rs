//! For tests: a database of one's own on SQLite or PostgreSQL, nobody else's until the test ends.
//!
//! Migrating takes longer than most tests. So each state of `migrations/` is migrated once, into a
//! template, and tests get copies of it: of a file in the temporary folder on SQLite, with `CREATE
//! DATABASE … TEMPLATE` on PostgreSQL. Copying and dropping a PostgreSQL database takes half a second, so its
//! copies are emptied and used again. Many test processes may start at once. Templates are
//! named by the content of the migrations that were compiled in: a change of one has another template.

mod kept;
mod postgres;
mod sqlite;

pub use postgres::TempDatabase;
pub use sqlite::TempFolder;
pub use test_needs::{on_postgres, on_sqlite};
