//! The page of a form with lines: of an invoice, of a contract.

use super::{lines::ShownLine, sums::ShownSums};
use crate::{blocks::Field, frame::Frame};
use askama::Template;

#[derive(Template)]
#[template(path = "invoice_form.html")]
pub(in crate::pages) struct LinesForm {
    pub(in crate::pages) frame: Frame,
    pub(in crate::pages) title: &'static str,
    pub(in crate::pages) href: String,
    pub(in crate::pages) once: String,
    pub(in crate::pages) fault: Option<String>,
    pub(in crate::pages) faults: Vec<String>,
    pub(in crate::pages) head: Vec<Field>,
    pub(in crate::pages) customer: Vec<Field>,
    pub(in crate::pages) customer_open: bool,
    pub(in crate::pages) lines: Vec<ShownLine>,
    pub(in crate::pages) delivery: Vec<Field>,
    pub(in crate::pages) delivery_open: bool,
    pub(in crate::pages) more: Vec<Field>,
    pub(in crate::pages) more_open: bool,
    pub(in crate::pages) sums: ShownSums,
    /// What sums it up while somebody writes.
    pub(in crate::pages) live: Option<String>,
    pub(in crate::pages) buttons: Vec<(&'static str, &'static str, &'static str)>,
}

/// Whether what is folded is shown: something of it is filled, or wrong.
pub(in crate::pages) fn is_open(fields: &[Field]) -> bool {
    fields.iter().any(|field| field.fault.is_some() || !field.value.is_empty())
}
