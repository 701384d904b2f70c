//! The known differences: a file that may only shrink.
//!
//! A line is `RULE SET<tab>ID<tab>DOCUMENT`, or `RULE SET<tab>ID<tab>*N` where an id differs in so
//! many documents that naming each would say nothing.

use std::collections::{BTreeMap, BTreeSet};

use super::difference::Difference;

/// Above this many documents an id's differences are counted, not named.
const NAMED_AT_MOST: usize = 20;

/// The known differences as lines, without comments.
pub fn lines(file: &str) -> BTreeSet<String> {
    file.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(str::to_owned)
        .collect()
}

/// The lines that describe the differences found.
pub fn describe(differences: &[Difference]) -> BTreeSet<String> {
    let mut by_id: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
    for one in differences {
        by_id.entry((&one.rule_set, &one.id)).or_default().push(&one.document);
    }
    let mut lines = BTreeSet::new();
    for ((rule_set, id), documents) in by_id {
        if documents.len() > NAMED_AT_MOST {
            lines.insert(format!("{rule_set}\t{id}\t*{}", documents.len()));
        } else {
            lines.extend(documents.iter().map(|document| format!("{rule_set}\t{id}\t{document}")));
        }
    }
    lines
}

/// What is wrong between the known differences and the found ones: new ones, and ones that are gone.
pub fn violations(known: &BTreeSet<String>, found: &BTreeSet<String>) -> Vec<String> {
    let new = found.difference(known).map(|line| format!("new difference: {line}"));
    let gone = known.difference(found).map(|line| format!("agrees now, remove the line: {line}"));
    new.chain(gone).collect()
}
