//! A PDF that comes in the place of XML: the invoice that is in it is inspected.

use crate::{document::Document, inspect::of_xml, intake::Incoming, rules::refused};
use document_formats::below_en16931;
use factur_x::{Hybrid, HybridError};
use peppol_connector::{
    documents::{Inspection, Validation},
    ports::DocumentValidator,
    repair::{Finding, Severity},
};
use std::sync::Arc;
use xml::Parsed;

/// Inspects the invoice in a PDF. In what the pages differ from it is a warning: it is the XML that is sent.
pub(crate) fn of_pdf(validator: &impl DocumentValidator, incoming: &Incoming) -> Document {
    match factur_x::read(&incoming.bytes) {
        Ok(hybrid) => of_hybrid(validator, incoming, hybrid),
        Err(error) => {
            let verdict = refused(why(&error), incoming.day);
            let inspection = Inspection::unchanged(Validation::Ran(verdict));
            Document::without_facts(inspection, Arc::clone(&incoming.bytes))
        }
    }
}

fn of_hybrid(validator: &impl DocumentValidator, incoming: &Incoming, hybrid: Hybrid) -> Document {
    let doubts = hybrid.doubts().into_iter().map(|doubt| Finding {
        field: "document".to_owned(),
        code: doubt.code().to_owned(),
        message: doubt.to_string(),
        severity: Severity::Warning,
        rules: None,
    });
    let doubts: Vec<_> = doubts.collect();
    let mut document = of_xml(validator, &Incoming { bytes: hybrid.xml.into(), ..*incoming });
    document.inspection = doubts.iter().fold(document.inspection, |all, one| all.with(Some(one)));
    document
}

/// The finding of a profile that is no invoice by EN 16931, whatever its rules say.
pub(crate) fn no_invoice(document: &Parsed<'_>) -> Option<Finding> {
    below_en16931(document).map(|level| why(&HybridError::NoInvoiceProfile { level }))
}

fn why(error: &HybridError) -> Finding {
    Finding {
        field: "document".to_owned(),
        code: error.code().to_owned(),
        message: error.to_string(),
        severity: Severity::Error,
        rules: None,
    }
}
