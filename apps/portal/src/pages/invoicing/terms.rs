//! The texts at the head of a document as fields of a form: one that is declared has its field.

use crate::{blocks::Field, form::Form, visit::Visit};
use invoicing::terms::{HeaderTexts, Term, TermKind};
use serde_json::{Map, Value};

/// The fields of the header texts: those with one line, and those with several.
pub(in crate::pages) fn fields(
    visit: &Visit,
    form: &Form,
    fault_at: impl Fn(&str) -> Option<String>,
) -> (Vec<Field>, Vec<Field>) {
    let field = |term: &Term| {
        let name = term.name();
        let field = Field::new(name, visit.t().header_text(*term), form.text(name));
        let field = field.fault(fault_at(name));
        if term.kind() == TermKind::Line { field } else { field.area() }
    };
    let (lines, paragraphs): (Vec<_>, Vec<_>) =
        Term::ALL.iter().partition(|term| term.kind() == TermKind::Line);
    (lines.into_iter().map(field).collect(), paragraphs.into_iter().map(field).collect())
}

/// The header texts of a document, as values of the form.
pub(super) fn values(texts: &HeaderTexts) -> Vec<(&'static str, String)> {
    let text = |term: &Term| (term.name(), texts.get(*term).unwrap_or_default().to_owned());
    Term::ALL.iter().map(text).collect()
}

/// The members of the `POST` body that are filled.
pub(in crate::pages) fn object(form: &Form) -> Map<String, Value> {
    let names: Vec<_> = Term::ALL.iter().map(|term| term.name()).collect();
    form.object(&names)
}
