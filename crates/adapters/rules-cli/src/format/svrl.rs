//! The findings as a Schematron report (ISO/IEC 19757-3, annex D). As its schema wants it, each failed
//! assertion stands after the rule that fired on its element, and locations are XPaths whose prefixes
//! are declared. Of rules that held nothing is said.

use super::checked::{Checked, Options};
use billing_rules::{Explanation, Location, Report};
use std::collections::BTreeMap;
use xml::Writer;

/// The start of an output of several reports: a file has one document element.
pub const REPORTS_BEGIN: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
    <validation-reports xmlns=\"urn:billhook:validation-reports\">\n";
/// The end of such an output.
pub const REPORTS_END: &str = "</validation-reports>\n";

/// The report; one of several stands in an element that names its document.
pub fn show(checked: &Checked<'_>, options: Options) -> String {
    let mut out = Writer::new();
    if options.of_many {
        let attributes = [
            ("document", checked.name),
            ("ruleset", checked.report.rule_set.as_str()),
            ("release", checked.report.official().version),
            ("valid", if checked.report.is_valid() { "true" } else { "false" }),
        ];
        out.group("validation-report", &attributes, |out| report(out, checked));
    } else {
        report(&mut out, checked);
    }
    let whole = out.finish();
    match whole.split_once("?>\n") {
        Some((_, body)) if options.of_many => body.to_owned(),
        _ => whole,
    }
}

fn report(out: &mut Writer, checked: &Checked<'_>) {
    let report = checked.report;
    let findings = report.explain();
    let mut prefixes = Prefixes::default();
    let locations: Vec<String> =
        findings.iter().map(|finding| prefixes.path(&finding.location)).collect();
    let version = report.official().version;
    let title = report.rule_set.as_str();
    let root = [
        ("xmlns:svrl", "http://purl.oclc.org/dsdl/svrl"),
        ("title", title),
        ("schemaVersion", version),
    ];
    out.group("svrl:schematron-output", &root, |out| {
        out.leaf("svrl:text", &[], checked.name);
        for note in checked.notes.iter().chain(&unlisted(report, findings.len())) {
            out.leaf("svrl:text", &[], note);
        }
        for (uri, prefix) in &prefixes.by_uri {
            let declared = [("prefix", prefix.as_str()), ("uri", uri.as_str())];
            out.empty("svrl:ns-prefix-in-attribute-values", &declared);
        }
        out.empty("svrl:active-pattern", &[("name", checked.name)]);
        if findings.is_empty() {
            out.empty("svrl:fired-rule", &[("context", "/*")]);
        }
        let mut context = None;
        for (finding, location) in findings.iter().zip(&locations) {
            if context.replace(location) != Some(location) {
                out.empty("svrl:fired-rule", &[("context", location)]);
            }
            failed(out, finding, location);
        }
    });
}

fn unlisted(report: &Report<'_>, listed: usize) -> Option<String> {
    let more = report.total() - listed;
    (more > 0).then(|| format!("{more} more findings are not listed"))
}

fn failed(out: &mut Writer, finding: &Explanation, location: &str) {
    let test = finding.in_general();
    let attributes = [
        ("id", finding.rule),
        ("flag", finding.flag.as_str()),
        ("location", location),
        ("test", &test),
    ];
    out.group("svrl:failed-assert", &attributes, |out| {
        out.leaf("svrl:text", &[], &format!("{} {}", finding.message, finding.hint));
    });
}

/// The prefixes of the namespaces that stand in paths.
#[derive(Default)]
struct Prefixes {
    by_uri: BTreeMap<String, String>,
}

impl Prefixes {
    /// The element as an XPath; the whole document where there is no tree.
    fn path(&mut self, location: &Location) -> String {
        if location.steps().is_empty() {
            return "/".to_owned();
        }
        let mut path = String::new();
        for step in location.steps() {
            path.push('/');
            if let Some(uri) = step.namespace() {
                path.push_str(self.prefix(uri));
                path.push(':');
            }
            path.push_str(step.local());
            if let Some(place) = step.place() {
                path.push_str(&format!("[{place}]"));
            }
        }
        path
    }

    fn prefix(&mut self, uri: &str) -> &str {
        if !self.by_uri.contains_key(uri) {
            let usual = Location::usual_prefix(uri);
            let prefix =
                usual.map_or_else(|| format!("ns{}", self.by_uri.len() + 1), str::to_owned);
            self.by_uri.insert(uri.to_owned(), prefix);
        }
        &self.by_uri[uri]
    }
}
