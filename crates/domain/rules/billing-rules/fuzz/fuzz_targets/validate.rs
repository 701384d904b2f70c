//! Any bytes at all get a report, and its texts: no panic, no overflow, no hang.
#![no_main]

use billing_rules::{RuleSet, report};
use libfuzzer_sys::fuzz_target;
use xml::Parsed;

fuzz_target!(|bytes: &[u8]| {
    let document = Parsed::read(bytes);
    let _ = document.as_ref().map(RuleSet::detect);
    for rule_set in RuleSet::ALL {
        let report = report(&document, rule_set);
        assert_eq!(report.explain().len(), report.findings.len());
    }
});
