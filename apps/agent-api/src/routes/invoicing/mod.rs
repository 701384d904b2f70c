//! Invoices, and what an organization keeps to issue with.

pub(super) mod bank_accounts;
pub(super) mod customers;
pub(super) mod files;
pub(super) mod header_texts_view;
pub(super) mod invoice_changes;
pub(super) mod invoice_files;
pub(super) mod invoice_history;
pub(super) mod invoice_parts;
pub(super) mod invoice_view;
pub(super) mod invoices;
pub(super) mod number_series;
pub(super) mod payments;
pub(super) mod record_operations;
pub(super) mod recorded_view;
pub(super) mod usage;
pub(super) mod vehicles;
