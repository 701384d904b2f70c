//! The sets of official rules.

use xml::Parsed;

use crate::official::Official;
use crate::rule_book::{self, RuleBook};
use crate::specification;
use crate::xrechnung::PART_OF_IDENTIFIER;

/// A set of official rules for invoices, in the versions of [`crate::Official`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RuleSet {
    /// CEN EN 16931 rules over UBL 2.1.
    En16931Ubl,
    /// CEN EN 16931 rules over the Cross Industry Invoice D16B.
    En16931Cii,
    /// Peppol BIS Billing 3.0, national rules included.
    PeppolUbl,
    /// Peppol BIS Self-Billing 3.0.
    PeppolSelfbillingUbl,
    /// XRechnung 3.0 over UBL 2.1: the CIUS, its extension and that for clean vehicles.
    XrechnungUbl,
    /// XRechnung 3.0 over the Cross Industry Invoice D16B.
    XrechnungCii,
}

impl RuleSet {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::En16931Ubl,
        Self::En16931Cii,
        Self::PeppolUbl,
        Self::PeppolSelfbillingUbl,
        Self::XrechnungUbl,
        Self::XrechnungCii,
    ];

    /// The name used in commands and files, `peppol-ubl`.
    pub const fn as_str(self) -> &'static str {
        self.book().name
    }

    /// The data of the set.
    pub const fn book(self) -> &'static RuleBook {
        match self {
            Self::En16931Ubl => &rule_book::EN16931_UBL,
            Self::En16931Cii => &rule_book::EN16931_CII,
            Self::PeppolUbl => &rule_book::PEPPOL_UBL,
            Self::PeppolSelfbillingUbl => &rule_book::PEPPOL_SELFBILLING_UBL,
            Self::XrechnungUbl => &rule_book::XRECHNUNG_UBL,
            Self::XrechnungCii => &rule_book::XRECHNUNG_CII,
        }
    }

    /// The rule set of this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|set| set.as_str() == name)
    }

    /// The rule set that a document asks for, by its document element and its specification
    /// identifier (BT-24); the rules of CEN where it names none that is known here.
    pub fn detect(document: &Parsed<'_>) -> Option<Self> {
        let (namespace, name) = document.root_name();
        let specification = specification::identifier(document).unwrap_or_default();
        let is_german = specification.contains(PART_OF_IDENTIFIER);
        match (name, namespace?) {
            ("CrossIndustryInvoice", uri) if uri.contains(":CrossIndustryInvoice:") => {
                return Some(if is_german { Self::XrechnungCii } else { Self::En16931Cii });
            }
            ("Invoice" | "CreditNote", uri) if uri.contains(":ubl:schema:xsd:") => {}
            _ => return None,
        }
        Some(if specification.contains("urn:fdc:peppol.eu:2017:poacc:selfbilling") {
            Self::PeppolSelfbillingUbl
        } else if specification.contains("urn:fdc:peppol.eu:2017:poacc:billing") {
            Self::PeppolUbl
        } else if is_german {
            Self::XrechnungUbl
        } else {
            Self::En16931Ubl
        })
    }
}

impl From<RuleSet> for &'static RuleBook {
    fn from(rule_set: RuleSet) -> Self {
        rule_set.book()
    }
}

impl Official {
    /// The release that a rule of this rule set comes from.
    pub fn of(rule: &str, rule_set: RuleSet) -> &'static Self {
        (rule_set.book().official)(rule)
    }
}
