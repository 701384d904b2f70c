//! Invoices, and what an organization keeps to issue with.

pub(super) mod advances;
pub(super) mod attachments;
pub(super) mod drafts;
pub(super) mod ended_currencies;
pub(super) mod files;
pub(super) mod formats;
pub(super) mod invoice_changes;
pub(super) mod issuing;
pub(super) mod lists;
pub(super) mod notes;
pub(super) mod numbering;
pub(super) mod payments;
pub(super) mod portal_invoices;
pub(super) mod portal_numbers;
pub(super) mod rates;
pub(super) mod recorded_invoices;
pub(super) mod session_invoices;
pub(super) mod usage;
