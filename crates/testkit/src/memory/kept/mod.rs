//! The data of each subject.

pub(super) mod accounting;
pub(super) mod bank_statements;
pub(super) mod contracts;
pub(super) mod correspondence;
pub(super) mod exports;
pub(super) mod members;
pub(super) mod oauth;
pub(super) mod organizations;
pub(super) mod provider_reports;
pub(super) mod sapi;
pub(super) mod sign_in;
pub(super) mod stock;
