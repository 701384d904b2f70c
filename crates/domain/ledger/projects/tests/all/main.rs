//! The rules of projects.

mod checks;
mod totals;
