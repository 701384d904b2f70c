//! The contract of the validator on the official rules.

use document_intake::OfficialRules;
use testkit::network_contract::document_validator::{Document, ValidatorUnderTest};

const NUMBER: &str = "<cbc:ID>2026-0117</cbc:ID>";

struct Official(String);

impl ValidatorUnderTest for Official {
    type Validator = OfficialRules;

    fn validator(&self, document: Document) -> Option<(OfficialRules, String)> {
        let number = match document {
            Document::Valid => NUMBER,
            // BR-02: an invoice has a number
            Document::Invalid => "",
            // UBL-CR: EN 16931 has no such element
            Document::Warned => "<cbc:ID>2026-0117</cbc:ID><cbc:UUID>1</cbc:UUID>",
        };
        assert!(self.0.contains(NUMBER));
        Some((OfficialRules, self.0.replacen(NUMBER, number, 1)))
    }

    /// The rules run in this process.
    fn unreachable(&self) -> Option<OfficialRules> {
        None
    }
}

async fn official() -> Option<Official> {
    Some(Official(fixtures::text("documents/ubl/invoice.xml")))
}

testkit::document_validator_contract!(official);
