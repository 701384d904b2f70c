use billing_rules::{Explanation, Report};
use serde::Serialize;
use std::collections::BTreeMap;

/// A document's findings in full.
#[derive(Serialize)]
struct Whole<'a> {
    document: &'a str,
    ruleset: &'static str,
    valid: bool,
    schema_valid: bool,
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
            xpath: e.xpath,
            line: e.line,
            column: e.column,
            expected: e.expected,
            actual: e.actual,
        }
    }
}

/// One object with every finding in words.
pub fn whole(name: &str, report: &Report<'_>) -> String {
    let whole = Whole {
        document: name,
        ruleset: report.rule_set.as_str(),
        valid: report.is_valid(),
        schema_valid: report.schema_valid,
        findings: report.explain().into_iter().map(Finding::from).collect(),
    };
    serde_json::to_string_pretty(&whole).unwrap_or_default()
}

/// A line of the conformance corpus.
#[derive(Serialize)]
struct Line<'a> {
    document: &'a str,
    ruleset: &'static str,
    schema_valid: bool,
    fired: BTreeMap<&'static str, Fired>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<Died>,
}

#[derive(Serialize)]
struct Fired {
    flag: &'static str,
    count: usize,
}

/// Why the official engine gives no result, or is never asked.
#[derive(Serialize)]
struct Died {
    code: &'static str,
}

/// One line: the official rules that fired, how often.
pub fn line(name: &str, report: &Report<'_>) -> String {
    let (mut fired, mut errors) = (BTreeMap::new(), Vec::new());
    for (id, (flag, count)) in report.fired() {
        if id.starts_with("guard-") || id.starts_with("dead") {
            errors.push(Died { code: id });
        } else if !id.starts_with("schema-") {
            fired.insert(id, Fired { flag: flag.as_str(), count });
        }
    }
    let (ruleset, schema_valid) = (report.rule_set.as_str(), report.schema_valid);
    let line = Line { document: name, ruleset, schema_valid, fired, errors };
    serde_json::to_string(&line).unwrap_or_default() + "\n"
}
