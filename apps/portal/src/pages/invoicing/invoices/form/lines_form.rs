//! The page of a form with lines: of an invoice, of a contract.

use super::{
    faults::{ShownFault, faults},
    lines::ShownLine,
    numbers::Question,
    sums::ShownSums,
};
use crate::{blocks::Field, frame::Frame, words::Words};
use askama::Template;
use invoicing::Violations;

#[derive(Template)]
#[template(path = "invoice_form.html")]
pub(in crate::pages) struct LinesForm {
    pub(in crate::pages) frame: Frame,
    pub(in crate::pages) title: &'static str,
    pub(in crate::pages) href: String,
    pub(in crate::pages) once: String,
    pub(in crate::pages) fault: Option<String>,
    pub(in crate::pages) faults: Vec<ShownFault>,
    /// The question to answer before it is issued.
    pub(in crate::pages) question: Option<Question>,
    pub(in crate::pages) head: Vec<Field>,
    pub(in crate::pages) customer: Vec<Field>,
    pub(in crate::pages) customer_open: bool,
    pub(in crate::pages) lines: Vec<ShownLine>,
    pub(in crate::pages) delivery: Vec<Field>,
    pub(in crate::pages) delivery_open: bool,
    pub(in crate::pages) more: Vec<Field>,
    pub(in crate::pages) more_open: bool,
    pub(in crate::pages) sums: ShownSums,
    /// The address that htmx posts the form to, for the sums while somebody types.
    pub(in crate::pages) live: Option<String>,
    pub(in crate::pages) buttons: Vec<(&'static str, &'static str, &'static str)>,
}

impl LinesForm {
    /// The form with all faults in a list above it, each with a link to its field.
    pub(in crate::pages) fn with_faults(mut self, words: &Words, found: &Violations) -> Self {
        let Self { head, customer, lines, delivery, more, .. } = &mut self;
        let first = head.iter_mut().chain(customer);
        self.faults = faults(words, found, first, lines, delivery.iter_mut().chain(more));
        self
    }
}

/// Whether one of the fields has a fault.
pub(in crate::pages) fn has_fault(fields: &[Field]) -> bool {
    fields.iter().any(|field| field.fault.is_some())
}

/// Whether a fold is open, because one of its fields is filled or has a fault.
pub(in crate::pages) fn is_open(fields: &[Field]) -> bool {
    has_fault(fields) || fields.iter().any(|field| !field.value.is_empty())
}
