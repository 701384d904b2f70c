//! What the reader of a verdict should know besides.

use billing_rules::{Flag, Report, RuleSet, other_specification};
use xml::Parsed;

/// A sentence each: a specification whose own rules were not run, what the next release refuses, what KoSIT's
/// validator recommends. `document` is none where it could not be read.
#[must_use]
pub fn notes(document: Option<&Parsed<'_>>, report: &Report<'_>) -> Vec<String> {
    let of_invoices = RuleSet::parse(report.rule_set.name);
    let other = document.zip(of_invoices);
    let other = other.and_then(|(read, rule_set)| other_specification(read, rule_set));
    let other = other.map(|other| other.to_string());
    other.into_iter().chain(ahead(report)).chain(recommended(report)).collect()
}

/// That the next release refuses what this one does not, and since when it does.
fn ahead(report: &Report<'_>) -> Option<String> {
    let next = report.ahead.as_ref()?;
    let official = next.official();
    let fatal = next.fired().iter().filter(|(_, (flag, _))| *flag == Flag::Fatal);
    let rules: Vec<_> = fatal.map(|(rule, _)| *rule).collect();
    Some(format!(
        "valid now, and refused from {} on by {} {}: {}",
        next.release.in_force(),
        official.name,
        official.version,
        rules.join(", ")
    ))
}

/// What KoSIT's validator recommends, where its rules were asked.
fn recommended(report: &Report<'_>) -> Option<String> {
    let (scenario, recommendation) = (report.scenario()?, report.recommendation()?);
    let case = match scenario.name {
        "none" => "it has no scenario for this specification identifier",
        "ambiguous" => "the document names several specifications",
        name => name,
    };
    Some(format!("KoSIT's validator recommends: {} ({case})", recommendation.as_str()))
}
