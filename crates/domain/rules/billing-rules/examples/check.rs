//! Checks files by the rules that they ask for and says what is wrong with them:
//! `cargo run -p billing-rules --example check -- invoice.xml`.

use std::process::ExitCode;

use billing_rules::{Parsed, RuleSet, Unreadable, report};

fn main() -> ExitCode {
    let mut all_valid = true;
    for path in std::env::args().skip(1) {
        let bytes = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) => {
                eprintln!("{path}: {error}");
                return ExitCode::from(2);
            }
        };
        let document = Parsed::read(&bytes);
        let report = report(&document, rule_set_of(&document));
        all_valid &= report.is_valid();
        for finding in report.explain() {
            let (line, column, flag) = (finding.line, finding.column, finding.flag.as_str());
            println!("{path}:{line}:{column}: {flag} {}: {}", finding.rule, finding.message);
            println!("  at {}\n  {}", finding.location, finding.hint);
        }
        let verdict = if report.is_valid() { "valid" } else { "invalid" };
        println!("{path}: {verdict} by {}", report.rule_set.as_str());
    }
    if all_valid { ExitCode::SUCCESS } else { ExitCode::from(1) }
}

/// The rules that the document asks for; the plain European ones where it is unknown.
fn rule_set_of(document: &Result<Parsed<'_>, Unreadable>) -> RuleSet {
    document.as_ref().ok().and_then(RuleSet::detect).unwrap_or(RuleSet::En16931Ubl)
}
