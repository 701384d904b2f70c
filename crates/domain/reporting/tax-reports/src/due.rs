//! Which documents are reported, and as what.

use crate::{ReportId, document::original_of};
use peppol_connector::submissions::{JobId, ReportDue};
use tax_data::has_vat_number;
use uuid::Uuid;
use xml::Parsed;

/// The firm whose document it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Firm {
    /// Country of its address (ISO 3166-1).
    pub country: String,
    /// IČ DPH.
    pub vat_number: Option<String>,
}

/// Why a document is not reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotReported {
    /// The firm is not Slovak.
    #[error("the firm is not Slovak")]
    NotSlovak,
    /// The firm has no VAT number.
    #[error("the firm has no VAT number")]
    NoVatNumber,
    /// No party has a VAT number on the document (SK TDD 1.0.0).
    #[error("the document has no VAT number")]
    NotOnDocument,
}

/// Whether a document that a firm sent or received is reported.
///
/// # Errors
/// [`NotReported`] says why not.
pub fn reported(firm: &Firm, document: &Parsed<'_>) -> Result<(), NotReported> {
    if firm.country != "SK" {
        return Err(NotReported::NotSlovak);
    }
    if firm.vat_number.as_deref().is_none_or(|number| number.trim().is_empty()) {
        return Err(NotReported::NoVatNumber);
    }
    if has_vat_number(document) { Ok(()) } else { Err(NotReported::NotOnDocument) }
}

/// The report that a document makes due for a firm that sends or receives it; `new_id` makes ids that tell
/// their time. A document that cannot be read is reported by nobody.
pub fn report_due(
    firm: &Firm,
    document: &[u8],
    mut new_id: impl FnMut() -> Uuid,
) -> Option<ReportDue> {
    let document = Parsed::read(document).ok()?;
    reported(firm, &document).ok()?;
    let original = original_of(&document);
    Some(ReportDue { report: ReportId(new_id()), job: JobId(new_id()), original })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn firm(country: &str, vat_number: Option<&str>) -> Firm {
        Firm { country: country.to_owned(), vat_number: vat_number.map(str::to_owned) }
    }

    #[test]
    fn only_slovak_firms_with_a_vat_number_report_documents_that_have_one() {
        let bytes = fixtures::bytes("peppol-network/tdd-build/documents/base-example.xml");
        let document = Parsed::read(&bytes).expect("an invoice");
        let reported = |country, vat| reported(&firm(country, vat), &document);
        assert_eq!(reported("SK", Some("SK2021234567")), Ok(()));
        assert_eq!(reported("CZ", Some("CZ12345678")), Err(NotReported::NotSlovak));
        assert_eq!(reported("SK", None), Err(NotReported::NoVatNumber));
        assert_eq!(reported("SK", Some(" ")), Err(NotReported::NoVatNumber));
        let without = Parsed::read(b"<Invoice/>").expect("XML");
        let slovak = firm("SK", Some("SK2021234567"));
        assert_eq!(super::reported(&slovak, &without), Err(NotReported::NotOnDocument));
    }

    #[test]
    fn what_is_due_names_the_document_and_nothing_is_due_of_anything_else() {
        let bytes = fixtures::bytes("peppol-network/tdd-build/documents/base-example.xml");
        let mut drawn = 0;
        let mut due = |firm: &Firm, bytes: &[u8]| {
            report_due(firm, bytes, || {
                drawn += 1;
                Uuid::from_u128(drawn)
            })
        };
        let slovak = firm("SK", Some("SK2021234567"));
        let first = due(&slovak, &bytes).expect("due");
        let second = due(&slovak, &bytes).expect("due");
        assert_eq!(first.original, second.original, "the same document");
        assert!(first.report != second.report && first.job != second.job);
        assert_eq!(due(&firm("CZ", None), &bytes), None);
        assert_eq!(due(&slovak, b"<Invoice/>"), None);
        assert_eq!(due(&slovak, b"no XML"), None);
    }
}
