//! `YYYY-MM-DD` for serde.
#![allow(missing_docs)] // what the macro makes

time::serde::format_description!(iso_date, Date, "[year]-[month]-[day]");
pub use iso_date::*;
