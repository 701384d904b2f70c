//! A document without a tree: one row after the other, as its nodes begin.
//!
//! Most documents that are only checked against rules are *plain*: no references, no sections, no processing
//! instructions, ASCII names. One pass over their bytes counts what the guard counts, asks for what the parser asks
//! for, and notes the nodes; all of it together costs less than the parser's tree alone. A document that is not
//! plain, or that breaks any limit or rule, has no rows: the guard and the parser then say what is to be said of it,
//! so that what people read does not depend on which pass has seen it.

mod declaration;
mod element;
mod plain;
mod read;
mod rows;
mod scope;

pub use element::FlatElement;
pub(crate) use read::read;
pub use rows::{Flat, FlatAttribute, Row, RowKind};
