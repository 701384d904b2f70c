use tax_data::has_vat_number;
use xml::Parsed;

/// The firm whose document it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Firm<'a> {
    /// Country of its address (ISO 3166-1).
    pub country: &'a str,
    /// IČ DPH.
    pub vat_number: Option<&'a str>,
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
pub fn reported(firm: Firm<'_>, document: &Parsed<'_>) -> Result<(), NotReported> {
    if firm.country != "SK" {
        return Err(NotReported::NotSlovak);
    }
    if firm.vat_number.is_none_or(|number| number.trim().is_empty()) {
        return Err(NotReported::NoVatNumber);
    }
    if has_vat_number(document) { Ok(()) } else { Err(NotReported::NotOnDocument) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_slovak_firms_with_a_vat_number_report_documents_that_have_one() {
        let bytes = fixtures::bytes("peppol-network/tdd-build/documents/base-example.xml");
        let document = Parsed::read(&bytes).expect("an invoice");
        let firm = |country, vat_number| reported(Firm { country, vat_number }, &document);
        assert_eq!(firm("SK", Some("SK2021234567")), Ok(()));
        assert_eq!(firm("CZ", Some("CZ12345678")), Err(NotReported::NotSlovak));
        assert_eq!(firm("SK", None), Err(NotReported::NoVatNumber));
        assert_eq!(firm("SK", Some(" ")), Err(NotReported::NoVatNumber));
        let without = Parsed::read(b"<Invoice/>").expect("XML");
        let firm = Firm { country: "SK", vat_number: Some("SK2021234567") };
        assert_eq!(reported(firm, &without), Err(NotReported::NotOnDocument));
    }
}
