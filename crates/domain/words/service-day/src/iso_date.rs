//! `YYYY-MM-DD` for serde.

time::serde::format_description!(iso_date, Date, "[year]-[month]-[day]");
pub use iso_date::*;
