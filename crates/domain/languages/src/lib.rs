#![doc = include_str!("../README.md")]
#![warn(missing_docs)]
#![deny(clippy::disallowed_methods)]

mod format;
mod language;

pub use format::{NBSP, amount, date, iban, money, plain};
pub use language::Language;
