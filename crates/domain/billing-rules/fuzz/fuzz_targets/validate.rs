//! Any bytes at all get a report, and its texts: no panic, no overflow, no hang.
#![no_main]

use billing_rules::{RuleSet, validate};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = RuleSet::detect_in(bytes);
    for rule_set in RuleSet::ALL {
        let report = validate(bytes, rule_set);
        assert_eq!(report.explain(bytes).len(), report.findings.len());
    }
});
