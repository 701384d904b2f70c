//! What a format asks for and the invoice lacks.

use crate::{XmlFormat, places::place};
use billing_rules::{Explanation, Flag, Official, Report, report};
use peppol_connector::{
    documents::{MAX_FINDINGS, RulesVersion},
    repair::{Finding, Severity},
};
use xml::Parsed;

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

/// What the rules of the format refuse, each with the place of the request, or of the document, where it is mended. Empty
/// when the document may go out.
#[must_use]
pub fn lacking(xml: &[u8], format: XmlFormat, origin: Origin) -> Vec<Finding> {
    let Some(rules) = format.rules() else { return Vec::new() };
    let document = Parsed::read(xml);
    let report = report(&document, rules);
    let explained = report.explain_most(MAX_FINDINGS).into_iter();
    explained
        .filter(|one| one.flag == Flag::Fatal)
        .map(|one| finding(one, &report, origin))
        .collect()
}

fn finding(explanation: Explanation, report: &Report<'_>, origin: Origin) -> Finding {
    let Explanation { rule, message, hint, terms, location, .. } = explanation;
    let of_request = terms.iter().find_map(|term| place(term, origin));
    let of_document = || match location.steps().is_empty() {
        true => "document".to_owned(),
        false => location.to_string(),
    };
    let version = |it: &Official| RulesVersion { name: it.name, version: it.version };
    let rules = report.official_of(rule).map(version);
    Finding {
        field: of_request.unwrap_or_else(of_document),
        code: rule.to_owned(),
        message: if hint.is_empty() { message } else { format!("{message} {hint}") },
        severity: Severity::Error,
        rules,
    }
}
