//! The differences between BIS Billing and BIS Self-Billing.

use super::lines::{R120, R120_OF_LINES};
use crate::release::Release;
use crate::rule::Rule;

/// One of the two specifications.
pub(super) struct Variant {
    /// How the specification identifier (BT-24) begins.
    pub(super) specification: &'static str,
    /// The processes (BT-23) of the basic profile.
    pub(super) processes: [&'static str; 3],
    /// Since which release the tax amounts of the VAT breakdown are to be in the document's currency.
    pub(super) breakdown_currency: Release,
    /// The rule for another specification identifier.
    pub(super) r004: &'static Rule,
    /// The rule for an unknown process.
    pub(super) r007: &'static Rule,
    /// The rule for another invoice type.
    pub(super) p0100: &'static Rule,
    /// The rule for another credit note type.
    pub(super) p0101: &'static Rule,
    /// The type codes that the basic profile allows.
    pub(super) types: Types,
    /// Whether the schemes of companies' identifiers are checked.
    pub(super) companies: bool,
    /// The rule for a line whose net amount does not follow from price and quantity.
    pub(super) r120: &'static Rule,
    /// The set that evaluates the rules.
    pub(super) asks: Asks,
}

/// The set that evaluates Peppol's rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Asks {
    /// Peppol: all of them.
    Peppol,
    /// XRechnung: those that it has taken over, with more tolerance for forints.
    Xrechnung,
}

/// The type codes of a specification.
pub(super) enum Types {
    /// The lists of BIS Billing, for both profiles.
    Lists,
    /// Only these few, for the basic profile.
    Few { invoice: [&'static str; 2], credit_note: &'static str },
}

impl Variant {
    /// The rules that the two word differently.
    pub(super) fn rules(&self) -> [&'static Rule; 4] {
        [self.r004, self.r007, self.p0100, self.p0101]
    }
}

/// The process of documents that are answered by an invoice response.
pub(super) const WITH_RESPONSE: &str = "urn:peppol:bis:billing_with_response";

const FRANCE_REGULATED: &str = "urn:peppol:france:billing:regulated";
const FRANCE_OTHER: &str = "urn:peppol:france:billing:non-regulated";

/// BIS Billing.
pub(super) static BILLING: Variant = billing(true);
/// BIS Billing in a document that reports invoices.
pub(super) static REPORTED: Variant = billing(false);

const fn billing(companies: bool) -> Variant {
    Variant {
        specification: "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0",
        processes: ["urn:fdc:peppol.eu:2017:poacc:billing:01:1.0", FRANCE_REGULATED, FRANCE_OTHER],
        breakdown_currency: Release::May2026,
        r004: &BILLING_R004,
        r007: &BILLING_R007,
        p0100: &BILLING_P0100,
        p0101: &BILLING_P0101,
        types: Types::Lists,
        companies,
        r120: &R120,
        asks: Asks::Peppol,
    }
}

/// The rules that XRechnung has adopted.
pub(super) static XRECHNUNG: Variant =
    Variant { r120: &XRECHNUNG_R120, asks: Asks::Xrechnung, ..billing(false) };

/// BIS Self-Billing.
pub(super) static SELF_BILLING: Variant = Variant {
    specification: "urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0",
    processes: ["urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0", FRANCE_REGULATED, FRANCE_OTHER],
    breakdown_currency: Release::November2026,
    r004: &SELF_R004,
    r007: &SELF_R007,
    p0100: &SELF_P0100,
    p0101: &SELF_P0101,
    types: Types::Few { invoice: ["389", "527"], credit_note: "261" },
    companies: true,
    r120: &R120,
    asks: Asks::Peppol,
};

/// The same for XRechnung, which only points it out.
pub(super) static XRECHNUNG_R120: Rule = R120_OF_LINES.only_warning();
static BILLING_R004: Rule = Rule::fatal(
    "PEPPOL-EN16931-R004",
    &["BT-24"],
    "The specification identifier is \"{found}\", which does not name Peppol BIS Billing 3.0.",
    "Set CustomizationID to urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0.",
);
static BILLING_R007: Rule = Rule::fatal(
    "PEPPOL-EN16931-R007",
    &["BT-23"],
    "The business process is \"{found}\", which Peppol BIS Billing does not know.",
    "Set ProfileID to urn:fdc:peppol.eu:2017:poacc:billing:01:1.0.",
);
static BILLING_P0100: Rule = Rule::fatal(
    "PEPPOL-EN16931-P0100",
    &["BT-3"],
    "Peppol BIS Billing has no invoices of type \"{found}\".",
    "Use 380 for a commercial invoice.",
);
static BILLING_P0101: Rule = Rule::fatal(
    "PEPPOL-EN16931-P0101",
    &["BT-3"],
    "Peppol BIS Billing has no credit notes of type \"{found}\".",
    "Use 381 for a credit note.",
);
static SELF_R004: Rule = Rule::fatal(
    "PEPPOL-EN16931-R004",
    &["BT-24"],
    "The specification identifier is \"{found}\", which does not name Peppol BIS Self-Billing 3.0.",
    "Set CustomizationID to urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0.",
);
static SELF_R007: Rule = Rule::fatal(
    "PEPPOL-EN16931-R007",
    &["BT-23"],
    "The business process is \"{found}\", which Peppol BIS Self-Billing does not know.",
    "Set ProfileID to urn:fdc:peppol.eu:2017:poacc:selfbilling:01:1.0.",
);
static SELF_P0100: Rule = Rule::fatal(
    "PEPPOL-EN16931-P0100",
    &["BT-3"],
    "A self-billed invoice cannot be of type \"{found}\".",
    "Use 389, or 527 for a self-billed debit note.",
);
static SELF_P0101: Rule = Rule::fatal(
    "PEPPOL-EN16931-P0101",
    &["BT-3"],
    "A self-billed credit note cannot be of type \"{found}\".",
    "Use 261.",
);
