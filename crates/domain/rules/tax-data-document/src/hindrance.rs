//! What keeps tax data from being sent.

use std::collections::{BTreeMap, BTreeSet};

use billing_rules::{Flag, Official, Report, RuleSet, validate};
use xml::Parsed;

use crate::TAX_DATA;

/// A rule that tax data break.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hindrance {
    /// Its id.
    pub rule: &'static str,
    /// What is wrong, with the values found.
    pub message: String,
    /// The official rules that it is one of; nothing for one of ours.
    pub official: Option<&'static Official>,
}

/// What keeps the tax data of an invoice from being sent: each fatal rule that they break, but for those that the
/// published layers contradict each other in. One asks for the country that goods of another member state are
/// delivered to, for example, and another one forbids it. Such a rule is let pass where the invoice keeps it.
#[must_use]
pub fn hindrances(tax_data: &Parsed<'_>, invoice: &Parsed<'_>) -> Vec<Hindrance> {
    let report = validate(tax_data, &TAX_DATA);
    let mut broken = fatal(&report);
    if broken.iter().any(|rule| has_no_room(rule)) {
        let of_invoice = fatal(&validate(invoice, RuleSet::PeppolUbl));
        broken.retain(|rule| !has_no_room(rule) || of_invoice.contains(rule));
    }
    if broken.is_empty() {
        return Vec::new();
    }
    let mut said: BTreeMap<&str, String> = BTreeMap::new();
    for finding in report.explain() {
        said.entry(finding.rule).or_insert(finding.message);
    }
    let hindrance = |rule| Hindrance {
        rule,
        message: said.remove(rule).unwrap_or_default(),
        official: report.official_of(rule),
    };
    broken.into_iter().map(hindrance).collect()
}

fn fatal(report: &Report<'_>) -> BTreeSet<&'static str> {
    let fatal = report.fired().iter().filter(|(_, (flag, _))| *flag == Flag::Fatal);
    fatal.map(|(rule, _)| *rule).collect()
}

fn has_no_room(rule: &str) -> bool {
    let mut rows = include_str!("rules/no_room.txt").lines();
    rows.any(|row| row.split_once(' ').is_some_and(|(id, _)| id == rule))
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_has_no_room_are_rules_of_tax_data() {
        let known: Vec<_> = (crate::TAX_DATA.rules)().iter().map(|rule| rule.id).collect();
        let rows = include_str!("rules/no_room.txt").lines().filter(|row| !row.starts_with('#'));
        for row in rows {
            let (id, reason) = row.split_once(' ').expect("an id and a reason");
            assert!(known.contains(&id) && !reason.is_empty(), "{row}");
        }
    }
}
