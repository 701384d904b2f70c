//! Rules on the parties' electronic addresses.

use super::facts::Facts;
use super::names::*;
use super::reading::require;
use crate::rule::Rule;
use crate::verdict::Hits;

/// The rules of this file.
pub(super) const RULES: &[&Rule] = &[&R010, &R020];

/// Checks them.
pub(super) fn check(facts: &Facts<'_, '_>, hits: &mut Hits) {
    let index = facts.index;
    for party in index.named(PARTY) {
        let rule = match index.parent_name(party) {
            ACCOUNTING_CUSTOMER_PARTY => &R010,
            ACCOUNTING_SUPPLIER_PARTY => &R020,
            _ => continue,
        };
        require(hits, rule, party, index.has_child(party, ENDPOINT_ID));
    }
}

static R010: Rule = Rule::fatal(
    "PEPPOL-EN16931-R010",
    &["BT-49"],
    "The buyer has no electronic address.",
    "Add EndpointID with the buyer's Peppol participant identifier.",
);
static R020: Rule = Rule::fatal(
    "PEPPOL-EN16931-R020",
    &["BT-34"],
    "The seller has no electronic address.",
    "Add EndpointID with the seller's Peppol participant identifier.",
);
