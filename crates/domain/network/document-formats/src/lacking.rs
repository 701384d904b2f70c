//! What a format asks for and the invoice lacks.

use crate::{XmlFormat, explained::finding, places::place};
use billing_rules::{Explanation, Flag, Report, RuleSet, report, validate};
use invoicing::Document;
use peppol_connector::{documents::MAX_FINDINGS, repair::Finding};
use xml::Parsed;

/// What is to be done where CII has no room for a preceding invoice.
const ONE_PRECEDING: &str = "CII D16B refers to one preceding invoice (BG-3): take UBL, XRechnung in UBL, or a hybrid PDF of the profile \
     EN 16931, which refer to several.";

/// Where an invoice comes from, which decides where what it lacks can be given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// Issued here: the organization is the seller.
    Issued,
    /// Issued here for the supplier: the organization is the buyer.
    SelfBilled,
    /// Written elsewhere: a finding names the element alone.
    Elsewhere,
}

impl Origin {
    /// That of an invoice of ours.
    #[must_use]
    pub fn of(document: &Document) -> Self {
        if document.self_billed { Self::SelfBilled } else { Self::Issued }
    }
}

/// What the rules of the format refuse, each with the place of the request, or of the document, where it is mended. Empty
/// when the document may go out.
#[must_use]
pub fn lacking(xml: &[u8], format: XmlFormat, origin: Origin) -> Vec<Finding> {
    judged(xml, format.rules(), origin, &|_| true)
}

/// The fatal findings of rules, but for those that do not count.
pub(crate) fn judged(
    xml: &[u8],
    rules: RuleSet,
    origin: Origin,
    counts: &dyn Fn(&Explanation) -> bool,
) -> Vec<Finding> {
    let document = Parsed::read(xml);
    let report = report(&document, rules);
    let explained = report.explain_most(MAX_FINDINGS).into_iter();
    explained
        .filter(|one| one.flag == Flag::Fatal && counts(one))
        .map(|one| placed(one, &report, origin))
        .collect()
}

/// In what a CII document has not its schema's shape, as it came. A conversion mends some of it without a word, such as a
/// delivery that is not there at all.
pub(crate) fn misshapen(document: &Parsed<'_>) -> Vec<Finding> {
    let report = validate(document, RuleSet::En16931Cii);
    let explained = report.explain_most(MAX_FINDINGS).into_iter();
    explained
        .filter(|one| one.rule.starts_with("schema-"))
        .map(|one| placed(one, &report, Origin::Elsewhere))
        .collect()
}

/// Whether CII D16B, of which there is one preceding invoice (BG-3), is alone in refusing this.
pub(crate) fn is_further_preceding(explanation: &Explanation) -> bool {
    let last = explanation.location.steps().last();
    explanation.rule == "schema-repeated"
        && last.is_some_and(|step| step.local() == "InvoiceReferencedDocument")
}

/// The finding, at the place of the request where there is one.
fn placed(mut explanation: Explanation, report: &Report<'_>, origin: Origin) -> Finding {
    if is_further_preceding(&explanation) {
        explanation.hint = ONE_PRECEDING;
    }
    let of_request = explanation.terms.iter().find_map(|term| place(term, origin));
    let finding = finding(explanation, report);
    Finding { field: of_request.unwrap_or(finding.field), ..finding }
}
