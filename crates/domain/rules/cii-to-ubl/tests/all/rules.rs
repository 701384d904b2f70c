//! A CII document that its official rules accept becomes a UBL document that its official rules
//! accept. The exceptions stand in `rule-differences.txt`, each with its reason; the file may only
//! shrink.

use std::collections::{BTreeMap, BTreeSet};

use crate::corpus::{self, convert, validate};
use billing_rules::{Flag, RuleSet};

/// A document and a rule that fails on its UBL alone.
type Difference = (String, String);

#[test]
fn a_valid_document_becomes_a_valid_document() {
    let samples = corpus::all();
    let names: BTreeSet<_> = samples.iter().map(|sample| sample.name.clone()).collect();
    let (mut valid, mut found) = (0, BTreeSet::new());
    for sample in samples {
        if !fatal(&sample.bytes, RuleSet::En16931Cii).is_empty() {
            continue;
        }
        valid += 1;
        let done = convert(&sample.bytes).expect("a valid document is convertible");
        let rules = fatal(&done.ubl, RuleSet::En16931Ubl).into_iter();
        found.extend(rules.map(|rule| (sample.name.clone(), rule.to_owned())));
    }
    let known = known();
    println!("{valid} valid documents; {} rules differ", found.len());
    assert!(valid >= 3, "only {valid} documents");
    let new: Vec<_> = found.iter().filter(|one| !known.contains_key(*one)).collect();
    assert!(new.is_empty(), "new differences: {new:#?}");
    // of documents that are not on this machine nothing is known
    let here = known.keys().filter(|(document, _)| names.contains(document));
    let gone: Vec<_> = here.filter(|one| !found.contains(*one)).collect();
    assert!(gone.is_empty(), "these agree now, remove their lines: {gone:#?}");
}

/// What the golden files are made of.
#[test]
fn our_documents_are_valid_before_and_after() {
    for name in ["everything.xml", "credit-note.xml", "card.xml"] {
        let sample = corpus::written().into_iter().find(|sample| sample.name == name);
        let bytes = sample.expect("a fixture").bytes;
        let before = validate(&bytes, RuleSet::En16931Cii);
        assert!(before.valid, "{name}: {:?}", before.fired);
        let after = validate(&convert(&bytes).expect("convertible").ubl, RuleSet::En16931Ubl);
        assert!(after.fired.is_empty(), "{name}: {:?}", after.fired);
    }
}

/// The known differences: document, rule and reason, separated by tabs.
fn known() -> BTreeMap<Difference, String> {
    let lines = include_str!("rule-differences.txt").lines();
    lines
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| {
            let parts: Vec<_> = line.split('\t').collect();
            let [document, rule, reason] = parts[..] else { panic!("not three parts: {line}") };
            assert!(!reason.is_empty(), "no reason: {line}");
            ((document.to_owned(), rule.to_owned()), reason.to_owned())
        })
        .collect()
}

fn fatal(bytes: &[u8], rule_set: RuleSet) -> BTreeSet<&'static str> {
    let fired = validate(bytes, rule_set).fired.into_iter();
    fired.filter(|(_, (flag, _))| *flag != Flag::Warning).map(|(id, _)| id).collect()
}
