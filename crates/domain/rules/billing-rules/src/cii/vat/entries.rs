//! Each category stands in the breakdown as often as it should.

use super::category::Category;
use super::rules::{Family, Role};
use crate::cii::invoice::Invoice;
use crate::cii::name;
use crate::index::Element;
use crate::rule::Rule;
use crate::verdict::{Hits, Value};

/// BR-S-01 and its like, BR-B-01 and BR-B-02.
pub(super) fn check(invoice: &Invoice<'_, '_>, hits: &mut Hits) {
    let Some(root) = invoice.root else { return };
    let counts = invoice.category_counts();
    for family in &super::rules::FAMILIES {
        let category = family.category;
        let good = match category {
            Category::Standard | Category::Igic | Category::Ipsi => counts.has_entries(category),
            Category::OutOfScope => {
                counts.counts(category)[1] == 0 || counts.has_one_entry(category)
            }
            _ => counts.has_one_entry(category),
        };
        if !good {
            fail(family, root, hits);
        }
    }
    check_split_payment(invoice, root, hits);
}

fn fail(family: &'static Family, root: Element, hits: &mut Hits) {
    let code = Value::Text(family.category.code());
    hits.push_with(family.rule(Role::Entry), root, Value::None, code);
}

fn check_split_payment(invoice: &Invoice<'_, '_>, root: Element, hits: &mut Hits) {
    let index = invoice.index;
    let any = |code: &str| index.named(name::CATEGORY_CODE).any(|element| index.is(element, code));
    if !any("B") {
        return;
    }
    if index.named(name::COUNTRY).any(|country| !index.is(country, "IT")) {
        hits.push(&BR_B_01, root);
    }
    if any("S") {
        hits.push(&BR_B_02, root);
    }
}

/// The rules of the split payment.
pub(super) static BR_B_01: Rule = Rule::fatal(
    "BR-B-01",
    &["BT-151", "BT-95", "BT-102", "BT-118"],
    "The VAT category \"split payment\" (B) is used, but not all addresses are in Italy.",
    "Use the category B for domestic Italian invoices only.",
);

/// The rules of the split payment.
pub(super) static BR_B_02: Rule = Rule::fatal(
    "BR-B-02",
    &["BT-151", "BT-95", "BT-102", "BT-118"],
    "The VAT categories \"split payment\" (B) and \"standard rated\" (S) stand in one invoice.",
    "Write two invoices, one for each category.",
);
