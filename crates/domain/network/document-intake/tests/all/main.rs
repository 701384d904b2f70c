//! Inspections of documents.

mod common;
mod contract;
mod groups;
mod inspect;
mod specifications;
