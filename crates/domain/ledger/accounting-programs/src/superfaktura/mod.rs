//! The REST API of SuperFaktúra, as its public documentation shows it (github.com/superfaktura/docs): what is posted,
//! what answers mean, and how a document is looked for that may be there. What is a guess is said in
//! `docs/accounting-programs.md`.

mod found;
mod request;
mod response;
#[cfg(test)]
mod tests;

pub use found::{LookUp, found, look_up};
pub use request::{Post, post};
pub use response::{Unusable, answer};
