//! The course of an inspection.

use crate::{
    asked::Asked,
    document::Document,
    format::mismatch,
    hybrid::{no_invoice, of_pdf},
    intake::Incoming,
    repair::{is_needed, repair},
    rules::unreadable,
};
use factur_x::is_pdf;
use peppol_connector::{
    documents::{DocumentFacts, Inspection, OtherDocument, Repair, Validation, read_facts},
    ports::DocumentValidator,
    repair::{Finding, Severity, suggest},
};
use std::sync::Arc;
use xml::{Limits, Parsed};

/// What a document that came over the network may cost. An honest invoice of 12 MB, the most that a
/// request carries, has some 270,000 elements; twice as many are checked in a second.
pub const LIMITS: Limits = Limits { nodes: 600_000, ..Limits::DEFAULT };

/// Checks a document, tries out the repairs that it needs, and checks the result. Of a hybrid PDF it is the XML in it.
pub fn inspect(validator: &impl DocumentValidator, incoming: &Incoming) -> Document {
    if is_pdf(&incoming.bytes) { of_pdf(validator, incoming) } else { of_xml(validator, incoming) }
}

pub(crate) fn of_xml(validator: &impl DocumentValidator, incoming: &Incoming) -> Document {
    let bytes = &incoming.bytes;
    let document = match Parsed::read_within(bytes, &LIMITS) {
        Ok(document) => document,
        Err(error) => {
            let inspection =
                Inspection::unchanged(Validation::Ran(unreadable(&error, incoming.day)));
            return Document::without_facts(inspection, Arc::clone(bytes));
        }
    };
    let mut asked = Asked::new(validator, incoming.day);
    let mut validation = asked.validate(&document);
    let inspection = match read_facts(&document) {
        Ok(facts) => {
            let mismatch = incoming.format.and_then(|format| mismatch(format, facts.root));
            add(&mut validation, mismatch);
            add(&mut validation, no_invoice(&document));
            repaired(&mut asked, &document, incoming, (validation, facts))
        }
        Err(other) => {
            add(&mut validation, Some(other_document(&other)));
            Document::without_facts(Inspection::unchanged(validation), Arc::clone(bytes))
        }
    };
    Document { unavailable: asked.unavailable, ..inspection }
}

/// The document with the changes that it needs, where a verdict says that the rules were asked.
fn repaired<V: DocumentValidator>(
    asked: &mut Asked<'_, V>,
    document: &Parsed<'_>,
    incoming: &Incoming,
    (mut original, facts): (Validation, DocumentFacts),
) -> Document {
    let changes = suggest(&facts, incoming.network);
    let unchanged = |original, changes, repair| {
        let inspection = Inspection { original, changes, repair };
        let unknown = Document::without_facts(inspection, Arc::clone(&incoming.bytes));
        Document { facts: facts.clone(), ..unknown }
    };
    if original == Validation::Unavailable {
        return unchanged(original, changes, Repair::NotTried);
    }
    if !changes.iter().any(is_needed) {
        return unchanged(original, changes, Repair::NotNeeded);
    }
    let made = match repair(asked, document, &changes, incoming.network) {
        Ok(made) => made,
        Err(refusal) => return unchanged(original, changes, Repair::Refused(refusal)),
    };
    let mut again = made.validation;
    for loss in made.losses {
        add(&mut original, Some(loss.clone()));
        add(&mut again, Some(loss));
    }
    let changes = changes.into_iter().chain(made.further).collect();
    let mut document = unchanged(original, changes, Repair::Made(again));
    document.bytes.sent = made.bytes.into();
    Document { facts: made.facts, ..document }
}

/// What the rules do not say themselves: that the document is of another kind.
fn other_document(error: &OtherDocument) -> Finding {
    Finding {
        field: "document".to_owned(),
        code: "DOCUMENT_TYPE".to_owned(),
        message: error.to_string(),
        severity: Severity::Error,
        rules: None,
    }
}

fn add(validation: &mut Validation, finding: Option<Finding>) {
    if let (Validation::Ran(verdict), Some(finding)) = (validation, finding) {
        verdict.findings.push(finding);
    }
}
