use billing_rules::{Flag, Report};
use serde::Serialize;
use std::collections::BTreeMap;

/// What the validator of the set makes of the document, in the form of the conformance corpus.
#[derive(Debug, Serialize)]
pub struct Assessment {
    scenario: &'static str,
    recommendation: &'static str,
    /// The rules that weigh differently in this scenario: error, warning or information.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    levels: BTreeMap<&'static str, &'static str>,
}

impl Assessment {
    /// Of a report; none where the set has no such validator.
    #[must_use]
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
