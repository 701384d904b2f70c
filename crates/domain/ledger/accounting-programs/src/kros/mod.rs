//! The REST API of KROS Fakturácia, as its public pages and published clients show it (kros.sk/openapi-documentation):
//! what is posted, what answers mean, and how a document is found that it took over. It makes documents after it has
//! answered: what became of one is seen in its lists, by our id. What is a guess is said in `docs/accounting-programs.md`.

mod found;
mod request;
mod response;
#[cfg(test)]
mod tests;

pub use found::{LookUp, MAX_PAGES, Page, found, look_up};
pub use request::{Post, post};
pub use response::{Answer, Unusable, answer};
