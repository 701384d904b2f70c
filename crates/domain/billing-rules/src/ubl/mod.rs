//! The CEN EN 16931 rules over UBL, 1.3.16.
//!
//! One pass over the elements in document order: [`walk`] finds each element's rules by its name and
//! place, as the official patterns do (one rule context per element and pattern), and the files
//! beside it hold the rules of one business group each.

mod attributes;
mod category_counts;
mod charge;
mod codes;
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

use std::cell::{Cell, OnceCell};
use std::ops::Deref;

use crate::index::{Element, Index};
use crate::names::{CREDIT_NOTE, INVOICE};
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted};

use category_counts::CategoryCounts;
use vat::Sums;

/// A UBL document and what several rules want to know of it.
pub(crate) struct Ubl<'i, 'a> {
    index: &'i Index<'a>,
    category_counts: CategoryCounts,
    sums: OnceCell<Sums>,
    /// The currency last found good: nearly every amount of a document has the same.
    currency: Cell<&'a str>,
}

impl<'a> Deref for Ubl<'_, 'a> {
    type Target = Index<'a>;

    fn deref(&self) -> &Index<'a> {
        self.index
    }
}

impl<'a> Ubl<'_, 'a> {
    /// Whether the document element is UBL's `Invoice` or `CreditNote`.
    fn is_billing(&self) -> bool {
        matches!(self.name(Element::ROOT), INVOICE | CREDIT_NOTE)
    }

    fn is_credit_note(&self) -> bool {
        self.name(Element::ROOT) == CREDIT_NOTE
    }

    /// Whether the element stands directly below an `Invoice` or `CreditNote`.
    fn is_top(&self, element: Element) -> bool {
        self.parent(element) == Some(Element::ROOT) && self.is_billing()
    }

    fn sums(&self) -> &Sums {
        self.sums.get_or_init(|| Sums::of(self.index))
    }
}

/// Runs all of them.
pub(crate) fn check(index: &Index<'_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let is_billing = matches!(index.name(Element::ROOT), INVOICE | CREDIT_NOTE);
    let category_counts =
        if is_billing { CategoryCounts::of(index)? } else { CategoryCounts::default() };
    let ubl = Ubl { index, category_counts, sums: OnceCell::new(), currency: Cell::new("") };
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
