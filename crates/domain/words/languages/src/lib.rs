#![doc = include_str!("../README.md")]
#![warn(missing_docs)]
#![deny(clippy::disallowed_methods)]

mod document_kind;
mod format;
mod language;

pub use document_kind::DocumentKind;
pub use format::{NBSP, amount, date, iban, money, plain, short_date};
pub use language::Language;
