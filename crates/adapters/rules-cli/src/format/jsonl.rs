//! A line for each document and rule set: which rules fired, how often.

use super::checked::Checked;
use serde::Serialize;
use std::collections::BTreeMap;
use verdicts::Assessment;

/// A line of the conformance corpus, with what is ours besides.
#[derive(Serialize)]
struct Line<'a> {
    document: &'a str,
    ruleset: &'static str,
    /// The version of the set's own rules.
    release: &'static str,
    valid: bool,
    schema_valid: bool,
    fired: BTreeMap<&'static str, Fired>,
    /// Our own ids of the schema layer.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    schema: BTreeMap<&'static str, Fired>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<Died>,
    /// What KoSIT's validator makes of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    kosit: Option<Assessment>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    notes: &'a [String],
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

/// One line.
pub fn show(checked: &Checked<'_>) -> serde_json::Result<String> {
    let report = checked.report;
    let (mut fired, mut schema, mut errors) = (BTreeMap::new(), BTreeMap::new(), Vec::new());
    for (id, (flag, count)) in report.fired() {
        let entry = Fired { flag: flag.as_str(), count: *count };
        if id.starts_with("guard-") || id.starts_with("dead-") {
            errors.push(Died { code: id });
        } else if id.starts_with("schema-") {
            schema.insert(*id, entry);
        } else {
            fired.insert(*id, entry);
        }
    }
    let line = Line {
        document: checked.name,
        ruleset: report.rule_set.as_str(),
        release: report.official().version,
        valid: report.is_valid(),
        schema_valid: report.schema_valid,
        fired,
        schema,
        errors,
        kosit: Assessment::of(report),
        notes: checked.notes,
    };
    Ok(serde_json::to_string(&line)? + "\n")
}
