//! One JSON array with every finding in words.

use super::checked::{Assessment, Checked};
use billing_rules::{Explanation, Flag};
use serde::Serialize;

/// A document's findings in full.
#[derive(Serialize)]
struct Whole<'a> {
    document: &'a str,
    ruleset: &'static str,
    valid: bool,
    schema_valid: bool,
    errors: usize,
    warnings: usize,
    /// Findings that are counted but not listed.
    unlisted: usize,
    /// What KoSIT's validator makes of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    kosit: Option<Assessment>,
    notes: &'a [String],
    findings: Vec<Finding>,
}

#[derive(Serialize)]
struct Finding {
    rule: &'static str,
    flag: &'static str,
    message: String,
    hint: &'static str,
    terms: &'static [&'static str],
    xpath: String,
    line: u32,
    column: u32,
    expected: Option<String>,
    actual: Option<String>,
}

impl From<Explanation> for Finding {
    fn from(e: Explanation) -> Self {
        Self {
            rule: e.rule,
            flag: e.flag.as_str(),
            message: e.message,
            hint: e.hint,
            terms: e.terms,
            xpath: e.location.to_string(),
            line: e.line,
            column: e.column,
            expected: e.expected,
            actual: e.actual,
        }
    }
}

/// One object with the findings in words.
pub fn show(checked: &Checked<'_>) -> serde_json::Result<String> {
    let report = checked.report;
    let explained = report.explain();
    let whole = Whole {
        document: checked.name,
        ruleset: report.rule_set.as_str(),
        valid: report.is_valid(),
        schema_valid: report.schema_valid,
        errors: report.count(Flag::Fatal),
        warnings: report.count(Flag::Warning),
        unlisted: report.total() - explained.len(),
        kosit: Assessment::of(report),
        notes: checked.notes,
        findings: explained.into_iter().map(Finding::from).collect(),
    };
    serde_json::to_string_pretty(&whole)
}
