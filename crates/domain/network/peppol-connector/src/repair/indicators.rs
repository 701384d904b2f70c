//! Repairs charge indicators written as `1` and `0`: both are valid for `xs:boolean`, but the official rules only
//! accept `true` and `false` (PEPPOL-EN16931-R043).

use super::Suggestion;
use super::change::{Change, Severity, Target};
use crate::documents::{
    DocumentFacts,
    elements::{Parent, all, group, leaf_text},
};
use xml::Node;

/// Maximum number of indicators that are repaired: each one is searched in the whole document.
const MAX_MENDED: usize = 100;

/// A charge indicator written as `1` or `0`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LooseIndicator {
    /// Its index among all indicators of the document, from 0.
    pub place: usize,
    /// Whether it marks a charge; otherwise an allowance.
    pub is_charge: bool,
}

/// All charge indicators in a fixed order: of the document, then of its lines and their prices.
pub(super) fn indicators<'a, 'i: 'a>(root: impl Parent<'a, 'i>) -> Vec<Node<'a, 'i>> {
    let lines = ["InvoiceLine", "CreditNoteLine"].map(|name| all(root, &[name]));
    let of_lines = lines.into_iter().flatten().flat_map(|line| {
        let own = all(line, &["AllowanceCharge"]);
        own.into_iter().chain(all(line, &["Price", "AllowanceCharge"]))
    });
    let charges = all(root, &["AllowanceCharge"]).into_iter().chain(of_lines);
    charges.filter_map(|charge| group(charge, &["ChargeIndicator"])).collect()
}

/// The indicators written as `1` or `0`; empty when there are too many to repair.
pub(crate) fn loose<'a, 'i: 'a>(root: impl Parent<'a, 'i>) -> Vec<LooseIndicator> {
    let read = |(place, node): (usize, Node<'a, 'i>)| match &*leaf_text(node, 2) {
        "1" => Some(LooseIndicator { place, is_charge: true }),
        "0" => Some(LooseIndicator { place, is_charge: false }),
        _ => None,
    };
    let found = indicators(root).into_iter().enumerate().filter_map(read);
    let found: Vec<_> = found.take(MAX_MENDED + 1).collect();
    if found.len() > MAX_MENDED { Vec::new() } else { found }
}

pub(super) fn suggest(facts: &DocumentFacts) -> impl Iterator<Item = Change> {
    facts.loose_indicators.iter().map(|loose| {
        let (before, after) = if loose.is_charge { ("1", "true") } else { ("0", "false") };
        Change {
            target: Target::ChargeIndicator(loose.place),
            code: "CHARGE_INDICATOR",
            message: Suggestion::Indicator { before, after }.to_string(),
            severity: Severity::Error,
            before: Some(before.to_owned()),
            after: after.to_owned(),
        }
    })
}
