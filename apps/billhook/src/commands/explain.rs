//! `billhook explain`: a rule's page.

use billing_rules::{Rule, RuleSet, own_rules, rules};
use std::process::ExitCode;

/// Prints what is known of a rule; the exit code is 2 when there is none of that id.
pub fn explain(id: &str) -> ExitCode {
    let sets: Vec<_> = RuleSet::ALL
        .into_iter()
        .flat_map(|set| rules(set).into_iter().map(move |rule| (Some(set), rule)))
        .chain(own_rules().into_iter().map(|rule| (None, rule)))
        .collect();
    let found: Vec<_> =
        sets.iter().filter(|(_, rule)| rule.id.eq_ignore_ascii_case(id.trim())).collect();
    if found.is_empty() {
        eprintln!("billhook: there is no rule {id}{}", near(id, sets.iter().map(|(_, r)| r.id)));
        return ExitCode::from(2);
    }
    let mut shown: Vec<&Rule> = Vec::new();
    for (_, rule) in &found {
        if shown.contains(rule) {
            continue;
        }
        let same = found.iter().filter(|(_, other)| other == rule);
        let names: Vec<_> =
            same.map(|(set, _)| set.map_or("every document", RuleSet::as_str)).collect();
        print(rule, &names);
        shown.push(rule);
    }
    ExitCode::SUCCESS
}

fn print(rule: &Rule, sets: &[&str]) {
    println!("{} ({}) in {}", rule.id, rule.flag.as_str(), sets.join(", "));
    if !rule.terms.is_empty() {
        println!("business terms: {}", rule.terms.join(", "));
    }
    println!("\n{}\n\nHow to fix it: {}\n", readable(rule.message), rule.hint);
}

/// The message with words where a finding's values stand.
fn readable(message: &str) -> String {
    message
        .replace("{name}", "<element>")
        .replace("{found}", "<value found>")
        .replace("{expected}", "<value expected>")
}

/// Ids that may be meant: those that hold what was typed, or begin with as much of it as any.
fn near<'a>(id: &str, all: impl Iterator<Item = &'a str>) -> String {
    let typed = id.to_ascii_uppercase();
    let common = |known: &str| known.bytes().zip(typed.bytes()).take_while(|(a, b)| a == b).count();
    let mut ids: Vec<_> = all.map(|known| (common(known), known)).collect();
    ids.sort_unstable_by(|a, b| b.cmp(a));
    ids.dedup();
    let best = ids.first().map_or(0, |(common, _)| *common);
    let mut near: Vec<_> =
        ids.iter().take_while(|(common, _)| *common == best && best > 2).map(|id| id.1).collect();
    near.truncate(5);
    near.sort_unstable();
    if near.is_empty() { String::new() } else { format!("; near: {}", near.join(", ")) }
}
