use crate::style::Style;
use billing_rules::{Flag, Report};
use serde::Serialize;
use std::collections::BTreeMap;

/// A document under a rule set.
pub struct Checked<'a> {
    /// As it was named.
    pub name: &'a str,
    /// What was found.
    pub report: &'a Report<'a>,
    /// Its bytes.
    pub bytes: &'a [u8],
    /// What else its reader should know.
    pub notes: &'a [String],
}

/// What the validator of the set makes of the document, in the form of the conformance corpus.
#[derive(Serialize)]
pub struct Assessment {
    scenario: &'static str,
    recommendation: &'static str,
    /// The rules that weigh differently in this scenario: error, warning or information.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    levels: BTreeMap<&'static str, &'static str>,
}

impl Assessment {
    /// Of a report; none where the set has no such validator.
    pub fn of(report: &Report<'_>) -> Option<Self> {
        let scenario = report.scenario()?.name;
        let recommendation = report.recommendation()?.as_str();
        let level = |(id, level)| match level {
            Flag::Fatal => (id, "error"),
            other => (id, other.as_str()),
        };
        let levels = report.changed_levels().into_iter().map(level).collect();
        Some(Self { scenario, recommendation, levels })
    }
}

/// What the user wants.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// Whether the report is one of several in one output.
    pub of_many: bool,
    /// Colours.
    pub style: Style,
}

/// `1 error`, `2 errors`.
pub fn counted(count: usize, thing: &str) -> String {
    if count == 1 { format!("1 {thing}") } else { format!("{count} {thing}s") }
}
