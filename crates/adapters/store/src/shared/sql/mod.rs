//! How this crate speaks SQL. A statement is one literal with holes:
//!
//! ```ignore
//! sql!("SELECT sent FROM submission_documents WHERE organization_id = {} AND submission_id = {}",
//!     organization, id)
//! .one::<Vec<u8>>(conn)
//! .await?
//! ```
//!
//! - **Holes.** Either all are `{}` and filled in order, or all have names: `{now}` with
//!   `now = now`, which may occur in the text more than once. A hole without a value, or a value too
//!   many, does not compile.
//! - **What fills a hole.** A value is bound: it is sent separately, never in the text. A [`Fragment`]
//!   (columns that several statements read, a condition word for word as in an index) is text, whose
//!   own holes the same names fill. A [`Statement`] is put in with its values. [`list`] makes
//!   `($1, $2, …)` for `IN`.
//! - **What differs by database** has a name in the backend's `DIALECT`: `{for_update}`,
//!   `{skip_locked}`, `{for_change}`, `{for_share}`, `{position}`, `{async_commit}`, `{owed_index}`,
//!   `{cause_index}`, `{item_index}`.
//! - **Conditions that may be missing** go on behind: [`Statement::and`] takes an `Option`.
//! - **Rows are read by name.** [`columns!`](columns) declares a struct whose fields are the columns. One
//!   column alone, or a pair, is read by its place: `one::<i64>`, `all::<(Uuid, String)>`. [`Both`]
//!   reads two structs from a row, [`Maybe`] one that an outer join may leave out.
//! - **Rows are inserted by name.** [`row!`](row) pairs each column with its value.
//! - **Mutations** are statements that depend on each other: see [`Mutation`].
//!
//! Statements are prepared once per connection and text, as long as the text comes again:
//! [`Statement::once`] for one that does not. Diesel carries them: its own UPDATE and upsert are
//! prepared again at each run, and it knows no common table expressions.

/// A [`Statement`] from a literal with holes, which are counted when this is compiled.
macro_rules! sql {
    ($text:expr, $($name:ident = $value:expr),+ $(,)?) => {{
        const TEXT: &str = $text;
        const _: () = assert!(Statement::fits(TEXT, 0, &[$(stringify!($name)),+]), "see the holes");
        Statement::named(TEXT, vec![$((stringify!($name), $value.into())),+])
    }};
    ($text:expr $(, $value:expr)* $(,)?) => {{
        const TEXT: &str = $text;
        const VALUES: usize = 0 $(+ { _ = stringify!($value); 1 })*;
        const _: () = assert!(Statement::fits(TEXT, VALUES, &[]), "see the holes");
        Statement::in_order(TEXT, vec![$($value.into()),*])
    }};
}

#[macro_use]
mod read;
#[macro_use]
mod row;
#[macro_use]
mod within;
mod holes;
mod mutation;
mod page;
pub(crate) mod purge;
mod query;
pub(crate) mod statement;
mod value;

pub(crate) use super::super::{Backend, Conn, Db, ReadConn};
pub(crate) use mutation::Mutation;
pub(crate) use page::{contains_nul, page, page_query, retired};
pub(crate) use persistence::StoreError;
pub(crate) use read::{Both, FromRow, Maybe};
pub(crate) use row::{NewRow, insert_all, insert_padded, table_of};
pub(crate) use statement::{Fragment, Statement, list};
pub(crate) use value::Value;

pub(crate) type Result<T, E = StoreError> = std::result::Result<T, E>;
