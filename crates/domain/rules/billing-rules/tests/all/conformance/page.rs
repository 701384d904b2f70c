//! Tells people how far this crate agrees with the official engine.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::corpus::Document;
use super::difference::{Difference, SCHEMA};

/// How a rule set fares.
#[derive(Default)]
struct Tally {
    documents: usize,
    agreeing: usize,
    fired: BTreeMap<String, usize>,
    differing: BTreeMap<String, usize>,
}

fn tallies(documents: &[Document], differences: &[Difference]) -> BTreeMap<String, Tally> {
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    for document in documents {
        if document.schema_valid.is_some() {
            let schema = tallies.entry(SCHEMA.into()).or_default();
            schema.documents += 1;
        }
        for record in &document.records {
            let tally = tallies.entry(record.rule_set.clone()).or_default();
            tally.documents += 1;
            for id in record.fired.keys() {
                *tally.fired.entry(id.clone()).or_default() += 1;
            }
        }
    }
    let mut off: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for one in differences {
        off.entry(&one.rule_set).or_default().insert(&one.document);
        let tally = tallies.entry(one.rule_set.clone()).or_default();
        *tally.differing.entry(one.id.clone()).or_default() += 1;
    }
    for (name, tally) in &mut tallies {
        tally.agreeing = tally.documents - off.get(name.as_str()).map_or(0, BTreeSet::len);
    }
    tallies
}

/// A few lines for the terminal: agreement per rule set and the ids with most differences.
pub fn summary(documents: &[Document], differences: &[Difference]) -> String {
    let mut out = String::new();
    let mut worst = Vec::new();
    for (name, tally) in tallies(documents, differences) {
        let share = percent(tally.agreeing, tally.documents);
        writeln!(out, "{name}: {} of {} agree ({share})", tally.agreeing, tally.documents).unwrap();
        worst.extend(tally.differing.into_iter().map(|(id, count)| (count, name.clone(), id)));
    }
    worst.sort_by(|a, b| b.cmp(a));
    for (count, rule_set, id) in worst.iter().take(30) {
        writeln!(out, "  {count:5} documents differ in {id} ({rule_set})").unwrap();
    }
    out
}

/// The page `docs/conformance.md`.
pub fn render(
    documents: &[Document],
    inventory: &BTreeMap<String, BTreeMap<String, String>>,
    differences: &[Difference],
) -> String {
    let mut out = String::from(HEAD);
    let tallies = tallies(documents, differences);
    writeln!(out, "\n| rule set | documents | agree in full | share | ids | ids that fire |")
        .unwrap();
    writeln!(out, "|---|--:|--:|--:|--:|--:|").unwrap();
    for (name, tally) in &tallies {
        let ids = inventory.get(name).map_or(String::from("–"), |ids| ids.len().to_string());
        let Tally { documents, agreeing, fired, .. } = tally;
        let (share, fired) = (percent(*agreeing, *documents), fired.len());
        let fired = if name == SCHEMA { "–".into() } else { fired.to_string() };
        writeln!(out, "| {name} | {documents} | {agreeing} | {share} | {ids} | {fired} |").unwrap();
    }
    out.push_str("\n## What differs\n\n");
    if differences.is_empty() {
        out.push_str("Nothing: every document has the official ids, flags and counts.\n");
    }
    for one in differences.iter().take(500) {
        let Difference { rule_set, id, document, detail } = one;
        writeln!(out, "- `{id}` in {rule_set}, `{document}`: {detail}").unwrap();
    }
    out.push_str(PER_RULE);
    per_rule(&mut out, &tallies);
    for (name, ids) in inventory {
        let Some(tally) = tallies.get(name) else { continue };
        let silent = ids.keys().filter(|id| !tally.fired.contains_key(*id));
        let silent: Vec<_> = silent.map(String::as_str).collect();
        writeln!(out, "\nIn {name} these never fire in the corpus: {}.", silent.join(", "))
            .unwrap();
    }
    out
}

/// A row for each id, with the documents that it fires in under each rule set.
fn per_rule(out: &mut String, tallies: &BTreeMap<String, Tally>) {
    let sets: Vec<_> = tallies.iter().filter(|(name, _)| *name != SCHEMA).collect();
    let names: Vec<_> = sets.iter().map(|(name, _)| name.as_str()).collect();
    writeln!(out, "\n| rule | {} | differs |", names.join(" | ")).unwrap();
    writeln!(out, "|---|{}--:|", "--:|".repeat(names.len())).unwrap();
    let ids: BTreeSet<_> = sets.iter().flat_map(|(_, tally)| tally.fired.keys()).collect();
    for id in ids {
        let fires =
            sets.iter().map(|(_, tally)| tally.fired.get(id).map_or("–".into(), usize::to_string));
        let fires: Vec<String> = fires.collect();
        let differs: usize = sets.iter().filter_map(|(_, tally)| tally.differing.get(id)).sum();
        writeln!(out, "| {id} | {} | {differs} |", fires.join(" | ")).unwrap();
    }
}

/// Rounded down, so that 100 % means all.
fn percent(part: usize, whole: usize) -> String {
    let hundredths = (part * 10_000).checked_div(whole).unwrap_or(10_000);
    format!("{}.{:02} %", hundredths / 100, hundredths % 100)
}

const HEAD: &str = "# Conformance

Generated by the test `conformance` of the crate `billing-rules` (`CONFORMANCE_UPDATE=1 cargo test -p
billing-rules conformance`): do not edit.

The corpus holds real UBL and CII invoices, seeded mutants of valid ones and sweeps through the code
lists, with what the official Schematron stylesheets (CEN EN 16931 1.3.16, OpenPeppol 2026.5) say of
each under SaxonC. A document agrees in full when exactly the official ids fire, each with its flag
and as often, and when a document on which the official engine gives up is refused here too. The row
`schema` compares the verdict of the schema layer (UBL 2.1, CII D16B).
";

const PER_RULE: &str = "
## Per rule

How many documents a rule fires in under each rule set, and how often this crate says otherwise.
";
