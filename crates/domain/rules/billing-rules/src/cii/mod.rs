//! The CEN EN 16931 rules over the Cross Industry Invoice.
//!
//! `unused`, `shape`, `suffix`, `attributes`, `references` and `taxes` hold the rules on the syntax, `codes` those on
//! code lists, the other files those of the semantic model. A node is checked by the first rule of each of these three
//! groups that is for it, and by that alone: where this matters, the files say so.

mod allowance;
mod attributes;
mod codes;
mod day;
mod decimals;
mod header;
mod invoice;
mod line;
pub(crate) mod name;
mod party;
mod payment;
mod places;
mod references;
mod shape;
mod shape_parties;
mod suffix;
mod sums;
mod taxes;
mod totals;
mod unused;
mod vat;

use crate::index::Index;
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted};
use invoice::Invoice;

/// Runs all of them.
pub(crate) fn check(index: &Index<'_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let invoice = Invoice::of(index);
    header::check(&invoice, hits)?;
    party::check(&invoice, hits)?;
    payment::check(&invoice, hits)?;
    allowance::check(&invoice, hits)?;
    line::check(&invoice, hits)?;
    totals::check(&invoice, hits)?;
    vat::check(&invoice, hits)?;
    shape::check(&invoice, hits)?;
    suffix::check(&invoice, hits);
    unused::check(&invoice, hits);
    codes::check(&invoice, hits);
    Ok(())
}

/// All rules, group by group, for pages and lists.
pub(crate) fn rules() -> impl Iterator<Item = &'static Rule> {
    let tables: [&[&'static Rule]; 12] = [
        &header::RULES,
        &party::RULES,
        &payment::RULES,
        &allowance::RULES,
        &line::RULES,
        &totals::RULES,
        &references::RULES,
        &shape::RULES,
        &shape_parties::RULES,
        &taxes::RULES,
        &attributes::RULES,
        &codes::RULES,
    ];
    tables.into_iter().flatten().copied().chain(vat::rules()).chain(unused::rules())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_official_rule_is_there_once() {
        let rules: Vec<_> = rules().collect();
        let ids: BTreeSet<_> = rules.iter().map(|rule| rule.id).collect();
        assert_eq!((ids.len(), rules.len()), (806, 806));
    }
}
