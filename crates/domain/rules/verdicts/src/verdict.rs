use crate::assessment::Assessment;
use billing_rules::{Explanation, Flag, Report};
use serde::Serialize;

/// A document's findings in full: an element of the array that `billhook validate --format json` writes.
#[derive(Debug, Serialize)]
pub struct Verdict<'a> {
    document: &'a str,
    ruleset: &'static str,
    /// The version of the set's own rules.
    release: &'static str,
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

/// One finding in words.
#[derive(Debug, Serialize)]
pub struct Finding {
    rule: &'static str,
    /// The version of the rules that it is one of; none for our own.
    release: Option<&'static str>,
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

impl Finding {
    fn of(e: Explanation, report: &Report<'_>) -> Self {
        Self {
            rule: e.rule,
            release: report.official_of(e.rule).map(|official| official.version),
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

impl<'a> Verdict<'a> {
    /// Of a report on the document of this name.
    #[must_use]
    pub fn of(name: &'a str, report: &Report<'_>, notes: &'a [String]) -> Self {
        let explained = report.explain();
        Self {
            document: name,
            ruleset: report.rule_set.as_str(),
            release: report.official().version,
            valid: report.is_valid(),
            schema_valid: report.schema_valid,
            errors: report.count(Flag::Fatal),
            warnings: report.count(Flag::Warning),
            unlisted: report.total() - explained.len(),
            kosit: Assessment::of(report),
            notes,
            findings: explained.into_iter().map(|one| Finding::of(one, report)).collect(),
        }
    }
}
