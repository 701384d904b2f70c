//! The start page of a company: what it has issued, is owed and owes.

mod page;
mod year_chart;

pub(in crate::pages) use page::page;
