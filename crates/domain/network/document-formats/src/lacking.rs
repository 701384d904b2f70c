//! What a format asks for and the invoice lacks.

use crate::{
    XmlFormat,
    explained::finding,
    places::place,
    trace::{Trace, path},
};
use billing_rules::{Explanation, Flag, Report, RuleSet, validate};
use invoicing::Document;
use peppol_connector::{documents::MAX_FINDINGS, repair::Finding};
use xml::{Parsed, Place};

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

/// A document that was written, to be judged.
pub(crate) struct Judged<'t, 'i> {
    pub(crate) document: &'t Parsed<'i>,
    pub(crate) origin: Origin,
    /// The document that it was made of, when that was written elsewhere.
    pub(crate) trace: Option<Trace<'t>>,
}

/// What the rules of the format refuse, each with the place of the request, or of the document that was given, where it is
/// mended. Empty when the document may go out.
pub(crate) fn lacking(judged: &Judged<'_, '_>, format: XmlFormat) -> Vec<Finding> {
    refused(judged, format.rules(), &|_| true)
}

/// The fatal findings of rules, but for those that do not count.
pub(crate) fn refused(
    judged: &Judged<'_, '_>,
    rules: RuleSet,
    counts: &dyn Fn(&Explanation) -> bool,
) -> Vec<Finding> {
    let report = validate(judged.document, rules);
    let explained = report.explain_most(MAX_FINDINGS).into_iter();
    explained
        .filter(|one| one.flag == Flag::Fatal && counts(one))
        .map(|one| judged.placed(one, &report))
        .collect()
}

/// In what a CII document has not its schema's shape, as it came. A conversion mends some of it without a word, such as a
/// delivery that is not there at all.
pub(crate) fn misshapen(document: &Parsed<'_>) -> Vec<Finding> {
    let report = validate(document, RuleSet::En16931Cii);
    let explained = report.explain_most(MAX_FINDINGS).into_iter();
    explained
        .filter(|one| one.rule.starts_with("schema-"))
        .map(|one| finding(one, &report))
        .collect()
}

/// Whether CII D16B, of which there is one preceding invoice (BG-3), is alone in refusing this.
pub(crate) fn is_further_preceding(explanation: &Explanation) -> bool {
    let last = explanation.location.steps().last();
    explanation.rule == "schema-repeated"
        && last.is_some_and(|step| step.local() == "InvoiceReferencedDocument")
}

impl Judged<'_, '_> {
    /// The finding, at the place of the request where there is one, else of the document that was given.
    fn placed(&self, mut explanation: Explanation, report: &Report<'_>) -> Finding {
        if is_further_preceding(&explanation) {
            explanation.hint = ONE_PRECEDING;
        }
        let of_request = explanation.terms.iter().find_map(|term| place(term, self.origin));
        let given = of_request.or_else(|| self.given(explanation.offset));
        let finding = finding(explanation, report);
        Finding { field: given.unwrap_or(finding.field), ..finding }
    }

    /// The path in the document that was given of what the element at a byte was made of.
    fn given(&self, offset: usize) -> Option<String> {
        self.trace.as_ref()?.path(self.document, offset)
    }

    /// The same; where nothing of the element was given, its own path.
    pub(crate) fn path(&self, offset: usize) -> String {
        let own = || path(self.document, &Place::element(offset));
        self.given(offset).or_else(own).unwrap_or_default()
    }
}
