//! The CEN EN 16931 rules over UBL.
//!
//! One pass over the elements in document order: [`walk`] finds each element's rules by its name and
//! place, as the official patterns do (one rule context per element and pattern), and the files
//! beside it hold the rules of one business group each.

mod attributes;
mod category_counts;
mod charge;
mod codes;
mod context;
mod data_types;
mod document;
mod entry;
mod forbidden;
mod line;
mod once;
mod party;
mod payment;
mod reference;
mod repeated;
mod tax;
mod totals;
mod vat;
mod walk;

use crate::index::Index;
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted};

use context::Ubl;

/// Runs the rules of EN 16931 over UBL.
///
/// # Errors
/// [`StylesheetAborted`] where the official engine gives up.
pub fn check(index: &Index<'_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let ubl = Ubl::of(index)?;
    walk::walk(&ubl, hits)
}

/// All rules, group by group, for pages and lists.
pub(crate) fn rules() -> Vec<&'static Rule> {
    let own = [document::ROWS, repeated::ROWS, totals::ROWS, totals::TAX_TOTAL, totals::SUBTOTAL];
    let tables = own
        .iter()
        .chain(party::ALL)
        .chain(line::ALL)
        .chain(charge::ALL)
        .chain(payment::ALL)
        .chain(reference::ALL);
    let mut rules: Vec<&'static Rule> =
        tables.flat_map(|table| table.iter()).map(|entry| &entry.rule).collect();
    rules.extend(vat::rules());
    rules.extend(codes::ALL.iter().map(|listed| &listed.rule));
    rules.extend(data_types::ALL);
    rules.extend(walk::rules());
    rules.extend(attributes::rules());
    rules.extend(forbidden::OTHERS);
    rules.extend(forbidden::rules());
    rules
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn each_official_rule_is_there_once() {
        let rules = rules();
        let ids: HashSet<_> = rules.iter().map(|rule| rule.id).collect();
        assert_eq!(ids.len(), rules.len());
        assert_eq!(rules.len(), 979);
    }
}
