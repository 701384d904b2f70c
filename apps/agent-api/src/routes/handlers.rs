//! What a session calls as a key does: `sessions/portal` declares the operations, and these are their handlers.

pub(crate) use super::invoicing::{
    files::{invoice_pdf, invoice_xml},
    invoice_changes::{approve, cancel, delete, edit, issue, return_draft, submit},
    invoices::{create_invoice, get_invoice, list_invoices},
    number_series::list_number_series,
};
