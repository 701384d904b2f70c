//! The contracts of the validator on the official rules, and of the intake that inspects at once with any validator.

use document_intake::{AtOnce, OfficialRules};
use peppol_connector::ports::DocumentValidator;
use std::sync::Arc;
use testkit::fakes::FakeValidator;
use testkit::network_contract::document_intake::IntakeUnderTest;
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

async fn official() -> Official {
    Official(fixtures::text("documents/ubl/invoice.xml"))
}

testkit::document_validator_contract!(official);

/// A validator that answers, and one that does not.
struct Intake<V>(V, Option<V>);

impl<V: DocumentValidator + Clone + 'static> IntakeUnderTest for Intake<V> {
    type Intake = AtOnce<V>;

    fn intake(&self) -> Arc<AtOnce<V>> {
        Arc::new(AtOnce(self.0.clone()))
    }

    fn without_validator(&self) -> Option<Arc<AtOnce<V>>> {
        self.1.clone().map(AtOnce).map(Arc::new)
    }

    /// Nobody waits for anybody.
    fn busy(&self) -> Option<Arc<AtOnce<V>>> {
        None
    }
}

async fn by_rules() -> Intake<OfficialRules> {
    Intake(OfficialRules, None)
}

async fn by_a_fake() -> Intake<FakeValidator> {
    Intake(FakeValidator::default(), Some(FakeValidator::default().unavailable()))
}

mod at_once_by_rules {
    use super::*;
    testkit::document_intake_contract!(by_rules);
}

mod at_once_by_a_fake {
    use super::*;
    testkit::document_intake_contract!(by_a_fake);
}
