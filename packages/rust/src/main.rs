//! Judges the files that are named: a line each, and the findings of those that are not valid.

use billing_rules::{Parsed, RuleSet, report};
use std::process::ExitCode;

fn main() -> Result<ExitCode, std::io::Error> {
    let mut all_valid = true;
    for path in std::env::args().skip(1) {
        let bytes = std::fs::read(&path)?;
        let document = Parsed::read(&bytes);
        let asked = document.as_ref().ok().and_then(RuleSet::detect);
        let report = report(&document, asked.unwrap_or(RuleSet::En16931Ubl));
        let verdict = if report.is_valid() { "valid" } else { "invalid" };
        println!("{path}: {verdict} by {}", report.rule_set.as_str());
        for finding in report.explain() {
            println!("  {}: {}", finding.rule, finding.message);
        }
        all_valid &= report.is_valid();
    }
    Ok(if all_valid { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
