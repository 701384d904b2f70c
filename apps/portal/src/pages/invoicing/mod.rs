//! Invoices, and what an organization keeps to issue with.

pub(super) mod accounts;
pub(super) mod customers;
pub(super) mod invoice;
pub(super) mod invoice_actions;
pub(super) mod invoice_check;
pub(super) mod invoice_files;
pub(super) mod invoice_form;
pub(super) mod invoice_mail;
pub(super) mod invoice_offers;
pub(super) mod invoice_sets;
pub(super) mod invoice_tables;
pub(super) mod invoices;
pub(super) mod party;
pub(super) mod plan;
pub(super) mod search;
pub(super) mod terms;
