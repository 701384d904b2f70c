use crate::faults::{InvoiceFault, TextFault};
use crate::{InvoiceRequest, Violations, request::MAX_EXEMPTION_REASON, terms::HeaderTexts};
use money::{CurrencyCode, Decimal};
use refusals::FieldFault;

/// The texts of an invoice, trimmed; empty ones are `None`.
#[derive(Default)]
pub(super) struct Texts {
    pub(super) header: HeaderTexts,
    pub(super) invoice_number: Option<String>,
    pub(super) exemption_reason: Option<String>,
}

pub(super) fn texts(request: &InvoiceRequest, found: &mut Violations) -> Texts {
    let header = request.texts.checked(found);
    let mut required = |field: &str, value: &Option<String>, max, shape| {
        value.as_deref().and_then(|value| text(field, value, 1, max, shape, found))
    };
    let exemption_reason = required(
        "exemption_reason",
        &request.exemption_reason,
        MAX_EXEMPTION_REASON,
        Shape::Paragraphs,
    );
    let invoice_number = request.typed_number().check(found);
    if request.draft == Some(true) && request.invoice_number.is_some() {
        found.add("invoice_number", InvoiceFault::DraftNumber);
    }
    Texts { header, invoice_number, exemption_reason }
}

/// Whether a text may have line breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// It may not.
    Line,
    /// It may have line breaks and tabs.
    Paragraphs,
}

/// A text of `min` to `max` characters, trimmed. `None` when it is empty or invalid.
pub fn text(
    field: &str,
    value: &str,
    min: usize,
    max: usize,
    shape: Shape,
    found: &mut Violations,
) -> Option<String> {
    if let Some(bad) = value.chars().find(|c| !allowed(*c, shape)) {
        found.add(field, TextFault::Character(bad));
        return None;
    }
    let value = value.trim();
    let length = value.chars().count();
    if length < min {
        found.add(field, FieldFault::Empty);
        return None;
    }
    if length > max {
        found.add(field, FieldFault::TooLong { length, most: max });
        return None;
    }
    (length > 0).then(|| value.to_owned())
}

/// Whether XML 1.0 can carry the character and a page can show it.
fn allowed(c: char, shape: Shape) -> bool {
    match c {
        '\n' | '\r' | '\t' => shape == Shape::Paragraphs,
        '\u{fffe}' | '\u{ffff}' => false,
        c => !c.is_control(),
    }
}

/// Checks that an amount of a currency without cents is whole.
pub fn whole_amount(field: &str, amount: Decimal, currency: CurrencyCode, found: &mut Violations) {
    if !currency.has_cents() && money::round_in(amount, currency) != amount {
        found.add(field, TextFault::Cents { currency });
    }
}
