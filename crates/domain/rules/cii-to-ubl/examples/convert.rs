//! Validates a CII invoice, converts it to UBL, and validates that by the rules of Peppol.
//!
//! `cargo run -p cii-to-ubl --example convert -- invoice.xml > ubl.xml`

use billing_rules::RuleSet;
use std::{env, error::Error, fs};
use xml::Parsed;

fn main() -> Result<(), Box<dyn Error>> {
    let file = env::args().nth(1).ok_or("usage: convert FILE")?;
    let bytes = fs::read(&file)?;
    let cii = Parsed::read(&bytes)?;
    validate(&cii, RuleSet::En16931Cii);

    let converted = cii_to_ubl::convert(&cii)?;
    for loss in &converted.losses {
        eprintln!("lost: {}: {}", loss.path, loss.message);
    }
    let ubl = Parsed::read(&converted.ubl)?;
    validate(&ubl, RuleSet::PeppolUbl);
    println!("{}", String::from_utf8_lossy(&converted.ubl));
    Ok(())
}

fn validate(document: &Parsed<'_>, rules: RuleSet) {
    let report = billing_rules::validate(document, rules);
    eprintln!("{}: {} findings", rules.as_str(), report.findings.len());
    for finding in report.explain() {
        eprintln!("{}: {}", finding.location, finding.message);
    }
}
