//! Which documents are reported, and as what.

use crate::{ReportId, document::original_of};
use peppol_connector::{
    identifiers::{Network, ParticipantId},
    submissions::{JobId, ReportDue},
};
use tax_data_document::{Role, has_vat_number, reporting_party};
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

/// How the firm comes by the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passage<'a> {
    /// It sends it, as this participant.
    Sent(&'a ParticipantId, Network),
    /// It receives it.
    Received,
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
    /// It names another sender than the participant that sends it.
    #[error("the document names another sender")]
    OtherSender,
    /// It cannot be read.
    #[error("the document cannot be read")]
    Unreadable,
}

/// Whether a document that a firm sent or received is reported.
///
/// # Errors
/// [`NotReported`] says why not.
pub fn reported(
    firm: &Firm,
    passage: Passage<'_>,
    document: &Parsed<'_>,
) -> Result<(), NotReported> {
    if firm.country != "SK" {
        return Err(NotReported::NotSlovak);
    }
    if firm.vat_number.as_deref().is_none_or(|number| number.trim().is_empty()) {
        return Err(NotReported::NoVatNumber);
    }
    if !has_vat_number(document) {
        return Err(NotReported::NotOnDocument);
    }
    if names_its_sender(document, passage) { Ok(()) } else { Err(NotReported::OtherSender) }
}

/// A document that is sent names its sender, if anybody; of one that comes, its sender wrote what it liked. In the test
/// network a firm may go by its live identifier.
fn names_its_sender(document: &Parsed<'_>, passage: Passage<'_>) -> bool {
    let Passage::Sent(sender, network) = passage else { return true };
    reporting_party(document, Role::C2).is_none_or(|(scheme, value)| {
        let named = ParticipantId::new(&scheme, &value);
        named.is_ok_and(|named| named.looked_up_in(network) == *sender)
    })
}

/// The report that a document makes due for a firm that sends or receives it; `new_id` makes ids that tell
/// their time.
///
/// # Errors
/// [`NotReported`] says why there is none.
pub fn report_due(
    firm: &Firm,
    passage: Passage<'_>,
    document: &[u8],
    mut new_id: impl FnMut() -> Uuid,
) -> Result<ReportDue, NotReported> {
    let document = Parsed::read(document).map_err(|_| NotReported::Unreadable)?;
    reported(firm, passage, &document)?;
    let original = original_of(&document);
    Ok(ReportDue { report: ReportId(new_id()), job: JobId(new_id()), original })
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
        let reported = |country, vat| reported(&firm(country, vat), Passage::Received, &document);
        assert_eq!(reported("SK", Some("SK2021234567")), Ok(()));
        assert_eq!(reported("CZ", Some("CZ12345678")), Err(NotReported::NotSlovak));
        assert_eq!(reported("SK", None), Err(NotReported::NoVatNumber));
        assert_eq!(reported("SK", Some(" ")), Err(NotReported::NoVatNumber));
        let without = Parsed::read(b"<Invoice/>").expect("XML");
        let slovak = firm("SK", Some("SK2021234567"));
        let without = super::reported(&slovak, Passage::Received, &without);
        assert_eq!(without, Err(NotReported::NotOnDocument));
    }

    #[test]
    fn what_is_due_names_the_document_and_nothing_is_due_of_anything_else() {
        let bytes = fixtures::bytes("peppol-network/tdd-build/documents/base-example.xml");
        let mut drawn = 0;
        let mut due = |firm: &Firm, bytes: &[u8]| {
            report_due(firm, Passage::Received, bytes, || {
                drawn += 1;
                Uuid::from_u128(drawn)
            })
        };
        let slovak = firm("SK", Some("SK2021234567"));
        let first = due(&slovak, &bytes).expect("due");
        let second = due(&slovak, &bytes).expect("due");
        assert_eq!(first.original, second.original, "the same document");
        assert!(first.report != second.report && first.job != second.job);
        assert_eq!(due(&firm("CZ", None), &bytes), Err(NotReported::NotSlovak));
        assert_eq!(due(&slovak, b"<Invoice/>"), Err(NotReported::NotOnDocument));
        assert_eq!(due(&slovak, b"no XML"), Err(NotReported::Unreadable));
    }

    #[test]
    fn what_is_sent_names_its_sender_and_what_comes_may_say_anything() {
        let bytes = fixtures::bytes("peppol-network/tdd-build/documents/base-example.xml");
        let text = String::from_utf8(bytes).expect("UTF-8");
        let sender = r#"<cbc:EndpointID schemeID="0088">9482348239847239874</cbc:EndpointID>"#;
        let receiver = r#"<cbc:EndpointID schemeID="0002">FR23342</cbc:EndpointID>"#;
        let ours: ParticipantId = "9915:2020202020".parse().expect("an id");
        let sent = Passage::Sent(&ours, Network::Test);
        let refused = Err(NotReported::OtherSender);
        for (passage, replaced, written, expected) in [
            (Passage::Received, receiver, "9915:2020876550", Ok(())),
            (Passage::Received, receiver, "x:1", Ok(())),
            (Passage::Received, receiver, "", Ok(())),
            (sent, sender, "9915:2020202020", Ok(())),
            (sent, sender, "0245:2020202020", Ok(())),
            (sent, sender, "", Ok(())),
            (sent, sender, "9915:2020876550", refused),
            (sent, sender, "x:2020202020", refused),
        ] {
            let endpoint = written.split_once(':').map(|(scheme, value)| {
                format!(r#"<cbc:EndpointID schemeID="{scheme}">{value}</cbc:EndpointID>"#)
            });
            let changed = text.replacen(replaced, &endpoint.unwrap_or_default(), 1);
            assert_ne!(changed, text);
            let changed = Parsed::read(changed.as_bytes()).expect("XML");
            let slovak = firm("SK", Some("SK2021234567"));
            assert_eq!(reported(&slovak, passage, &changed), expected, "{written}");
        }
    }
}
