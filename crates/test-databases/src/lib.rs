//! For tests: a database of one's own on SQLite or PostgreSQL, nobody else's until the test ends.
//!
//! Migrating takes longer than most tests. So each state of `migrations/` is migrated once, into a
//! template, and tests get copies of it: of a file in the temporary folder on SQLite, with `CREATE
//! DATABASE … TEMPLATE` on PostgreSQL. Copying and dropping a PostgreSQL database takes half a second, so its
//! copies are emptied and used again. Many test processes may start at once. A change of a migration has
//! another template.

mod kept;
mod postgres;
mod sqlite;
mod state;

pub use test_needs::{on_postgres, on_sqlite};
pub use postgres::TempDatabase;
pub use sqlite::TempFolder;
