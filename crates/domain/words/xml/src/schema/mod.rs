//! What checks against XML Schemas share, whatever they go through: the forms of values, and how tables of
//! elements are laid out.
//!
//! Two crates walk. `billing-rules` goes once over its index of an invoice, by numbers of names, because
//! `validate` spends its time there; its documents need flat sequences alone, and each finding says which element
//! is late, missing or once too many. `peppol-messages` matches children with groups within groups and
//! wildcards, which the small documents of the network have, and says only where the first does not belong.

mod address;
mod base64;
mod date_time;
mod kind;
mod name;
mod number;
mod table;

pub use date_time::days_in_month;
pub use kind::{Kind, Validator};
pub use number::is_decimal;
pub use table::entries;
