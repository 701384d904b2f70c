//! The optional texts at the head of a document. They are declared once, in `declared.rs`; requests, checks, edits,
//! history, contracts, views, pages and forms use that declaration.

mod declared;
mod header_texts;
mod kind;

pub use header_texts::{HeaderTexts, Term};
pub use kind::TermKind;
