//! Invoices, and what an organization keeps to issue with.

pub mod advances;
pub mod amounts;
pub mod atomicity;
pub mod bank_accounts;
pub mod cancelling;
pub mod contacts;
pub mod customers;
pub mod drafts;
pub mod filing;
pub mod invoice_changes;
pub mod issuing;
pub mod lists;
pub(super) mod model;
pub mod notes;
pub mod numbering;
pub mod overdue;
pub mod own_numbers;
pub mod payments;
pub mod pdf_log;
pub mod provision;
pub mod rates;
pub mod recorded_invoices;
pub mod records;
pub mod usage;
pub mod vehicles;
pub mod views;
