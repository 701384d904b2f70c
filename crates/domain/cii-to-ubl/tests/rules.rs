//! A CII document that its official rules accept becomes a UBL document that its rules accept.

#[path = "corpus/mod.rs"]
#[allow(dead_code)]
mod corpus;

use std::collections::{BTreeMap, BTreeSet};

use billing_rules::{Flag, RuleSet, validate};
use cii_to_ubl::convert;

#[test]
fn a_valid_document_becomes_a_valid_document() {
    let (mut valid, mut losses) = (0, BTreeMap::<String, usize>::new());
    let mut found = BTreeMap::<String, String>::new();
    for sample in corpus::all() {
        if !fatal(&sample.bytes, RuleSet::En16931Cii).is_empty() {
            continue;
        }
        valid += 1;
        let done = convert(&sample.bytes).expect("a valid document is convertible");
        for loss in &done.losses {
            *losses
                .entry(format!(
                    "{:?} {} :: {}",
                    loss.kind,
                    loss.path.rsplit('/').take(2).collect::<Vec<_>>().join("<"),
                    if loss.kind == cii_to_ubl::LossKind::NoTerm { "" } else { &loss.message }
                ))
                .or_default() += 1;
        }
        let fatal: Vec<_> = fatal(&done.ubl, RuleSet::En16931Ubl).into_iter().collect();
        if !fatal.is_empty() {
            found.insert(sample.name, fatal.join(" "));
        }
    }
    for (k, v) in losses {
        println!("{v} {k}");
    }
    for (k, v) in &found {
        println!("{k}: {v}");
    }
    println!("{valid} valid, {} not", found.len());
}

fn fatal(bytes: &[u8], rule_set: RuleSet) -> BTreeSet<&'static str> {
    let fired = validate(bytes, rule_set).fired().into_iter();
    fired.filter(|(_, (flag, _))| *flag != Flag::Warning).map(|(id, _)| id).collect()
}
