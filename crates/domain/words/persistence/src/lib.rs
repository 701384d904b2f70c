//! The words that all stores share: what may go wrong, pages of lists, cursors, ids with a type; and how
//! a port is declared.
//!
//! A leaf: the ports of the other crates speak in these words, and one adapter serves them all.

#![deny(clippy::disallowed_methods)]

mod error;
pub mod ids;
mod list;
mod named;
mod port;
mod shortage;
mod tier;
mod typed_id;

pub use error::StoreError;
pub use list::{Cursor, Listed, Page, RowId};
pub use port::{OneOfTwo, Which};
pub use shortage::StockShortage;
pub use tier::Tier;

refusals::list![StockShortage];
