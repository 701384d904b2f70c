//! Invoices: issuing, changes, payments and reading, and the records that an organization issues with.

pub mod change_invoice;
pub mod choices;
pub mod details;
pub mod exchange_rate;
pub mod formats;
pub mod hand_out_pdf;
pub mod invoice_files;
pub mod issue_draft;
pub mod issue_invoice;
pub(crate) mod known_contact;
pub mod number_series;
pub mod overdue;
pub mod payments;
pub mod records;
pub mod search;
pub(crate) mod stock_lines;
pub mod trail;
mod typed_number;
pub mod ubl;
pub mod usage;
pub mod viewed;
pub mod whole_invoice;
