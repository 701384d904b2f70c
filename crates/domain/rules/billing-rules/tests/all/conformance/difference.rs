//! Compares what this crate says of a document with what the official engine said.

use billing_rules::{Options, Release, Report, RuleSet, report_with};
use xml::{Parsed, Unreadable};

use super::corpus::{Document, Expected, Fired};

/// The name under which a wrong schema verdict is listed, as if it were a rule set.
pub const SCHEMA: &str = "schema";

/// One thing on which this crate and the official engine do not agree.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Difference {
    pub rule_set: String,
    pub id: String,
    pub document: String,
    pub detail: String,
}

/// Every difference on one document, in the rule sets asked for.
pub fn on_document(
    bytes: &[u8],
    document: &Document,
    release: Release,
    wanted: impl Fn(&str) -> bool,
) -> Vec<Difference> {
    let read = Parsed::read(bytes);
    let mut found = Vec::new();
    let mut schema_told = false;
    for expected in document.records.iter().filter(|record| wanted(&record.rule_set)) {
        let report = run(&read, &expected.rule_set, release);
        if !schema_told && document.schema_valid.is_some_and(|valid| valid != report.schema_valid) {
            schema_told = true;
            let detail = format!("ours {}, official {}", report.schema_valid, !report.schema_valid);
            found.push(difference(SCHEMA, "xsd", document, detail));
        }
        compare(expected, &report, |id, detail| {
            found.push(difference(&expected.rule_set, id, document, detail));
        });
    }
    found
}

/// What this crate says of a document under the rule set named as in the corpus.
pub fn run<'a>(
    document: &'a Result<Parsed<'_>, Unreadable>,
    rule_set: &str,
    release: Release,
) -> Report<'a> {
    let rule_set = RuleSet::parse(rule_set).expect("a rule set of ours");
    report_with(document, rule_set, Options { release, ..Options::default() })
}

/// Calls `differs` for each id whose flag or count is not the official one, and for a stylesheet's
/// abort that only one side knows of.
pub fn compare(expected: &Expected, report: &Report<'_>, mut differs: impl FnMut(&str, String)) {
    let ours = official_findings(report);
    for id in
        expected.fired.keys().chain(ours.keys().filter(|id| !expected.fired.contains_key(*id)))
    {
        let (official, own) = (expected.fired.get(id), ours.get(id));
        if official != own {
            differs(id, format!("ours {}, official {}", shown(own), shown(official)));
        }
    }
    let dead = report.findings.iter().any(|finding| finding.rule.id.starts_with("dead-"));
    if dead == expected.dead.is_empty() {
        differs("aborted", format!("ours {dead}, official {:?}", expected.dead));
    }
}

/// The findings under official ids, counted as the corpus counts them. Our own (`schema`,
/// `guard-…`, `dead-…`) begin with a small letter, which no official one does.
pub fn official_findings(report: &Report<'_>) -> Fired {
    let fired = report.fired().iter();
    fired
        .filter(|(id, _)| !id.starts_with(|first: char| first.is_ascii_lowercase()))
        .map(|(id, (flag, count))| ((*id).to_owned(), (flag.as_str().to_owned(), *count)))
        .collect()
}

fn shown(entry: Option<&(String, usize)>) -> String {
    entry.map_or("none".into(), |(flag, count)| format!("{count} {flag}"))
}

fn difference(rule_set: &str, id: &str, document: &Document, detail: String) -> Difference {
    let (rule_set, id) = (rule_set.to_owned(), id.to_owned());
    Difference { rule_set, id, document: document.name.clone(), detail }
}
