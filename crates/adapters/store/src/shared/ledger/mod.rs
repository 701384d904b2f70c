//! Settling with other firms, and accounting.

pub(super) mod accounting;
pub(super) mod bank;
pub(super) mod contracts;
pub(super) mod correspondence;
pub(super) mod dashboard;
pub(super) mod expenses;
pub(super) mod exports;
pub(super) mod offsets;
pub(super) mod projects;
pub(in super::super) mod stock;
