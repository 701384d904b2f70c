//! An explanation of the rules as a finding.

use billing_rules::{Explanation, Flag, Official, Report};
use peppol_connector::{
    documents::RulesVersion,
    repair::{Finding, Severity},
};

/// The finding, at its element of the document.
#[must_use]
pub fn finding(explanation: Explanation, report: &Report<'_>) -> Finding {
    let Explanation { rule, flag, message, hint, location, .. } = explanation;
    let message = if hint.is_empty() { message } else { format!("{message} {hint}") };
    let severity = match flag {
        Flag::Fatal => Severity::Error,
        Flag::Warning | Flag::Information => Severity::Warning,
    };
    let of_document = location.steps().is_empty();
    let field = if of_document { "document".to_owned() } else { location.to_string() };
    let rules = report.official_of(rule).map(version);
    Finding { field, code: rule.to_owned(), message, severity, rules }
}

/// The name and the version of official rules.
#[must_use]
pub const fn version(official: &Official) -> RulesVersion {
    RulesVersion { name: official.name, version: official.version }
}
