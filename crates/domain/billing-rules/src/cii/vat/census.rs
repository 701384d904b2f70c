//! Which VAT categories the lines, the document level allowances and charges, and the breakdown have, and the rules
//! that each category stands in the breakdown as often as it should.

use super::category::{Categories, Category};
use super::rules::{Family, Role};
use crate::cii::invoice::Invoice;
use crate::cii::name;
use crate::index::{Element, Index};
use crate::rule::Rule;
use crate::verdict::{Hits, Value};

/// How many taxes there are of each category.
#[derive(Default)]
pub(in crate::cii) struct Census {
    lines: [usize; 10],
    header: [usize; 10],
    charges: [usize; 10],
    /// Any tax of a line or of the breakdown that has a category other than O.
    pub(super) other_than_o: bool,
    /// Any tax of an allowance or charge that has a category other than O.
    pub(super) charge_other_than_o: bool,
}

impl Invoice<'_, '_> {
    pub(super) fn census(&self) -> &Census {
        self.census.get_or_init(|| Census::take(self.index))
    }
}

impl Census {
    fn take(index: &Index<'_>) -> Self {
        let mut census = Self::default();
        for tax in index.named(name::TAX) {
            let (found, other) = categories(index, tax);
            census.other_than_o |= other;
            match index.parent_name(tax) {
                name::LINE_SETTLEMENT => found.iter().for_each(|c| census.lines[c as usize] += 1),
                name::SETTLEMENT => found.iter().for_each(|c| census.header[c as usize] += 1),
                _ => {}
            }
        }
        for tax in index.named(name::CATEGORY_TAX) {
            let (found, other) = categories(index, tax);
            census.charge_other_than_o |= other;
            found.iter().for_each(|c| census.charges[c as usize] += 1);
        }
        census
    }

    /// At least one entry of the breakdown for the lines, and for the allowances and charges. The official rule only
    /// adds the counts up.
    fn has_entries(&self, category: Category) -> bool {
        let [lines, header, charges] = self.counts(category);
        let fits = |used: usize| used == 0 || used + header >= 2;
        fits(lines) && fits(charges)
    }

    /// Exactly one entry of the breakdown, and none for nothing.
    fn has_one_entry(&self, category: Category) -> bool {
        let [lines, header, charges] = self.counts(category);
        let used = lines > 0 || charges > 0;
        if used { header == 1 } else { header == 0 }
    }

    fn counts(&self, category: Category) -> [usize; 3] {
        [&self.lines, &self.header, &self.charges].map(|counts| counts[category as usize])
    }
}

/// The categories of a tax, and whether it has one other than O.
pub(super) fn categories(index: &Index<'_>, tax: Element) -> (Categories, bool) {
    let mut found = Categories::default();
    let mut other = false;
    for code in index.children_named(tax, name::CATEGORY_CODE) {
        let category = Category::of_code(&index.value(code));
        other |= category != Some(Category::OutOfScope);
        if let Some(category) = category {
            found.add(category);
        }
    }
    (found, other)
}

/// BR-S-01 and its like, BR-B-01 and BR-B-02.
pub(super) fn judge(invoice: &Invoice<'_, '_>, hits: &mut Hits) {
    let Some(root) = invoice.root else { return };
    let census = invoice.census();
    for family in &super::rules::FAMILIES {
        let category = family.category;
        let good = match category {
            Category::Standard | Category::Igic | Category::Ipsi => census.has_entries(category),
            Category::OutOfScope => {
                census.counts(category)[1] == 0 || census.has_one_entry(category)
            }
            _ => census.has_one_entry(category),
        };
        if !good {
            fail(family, root, hits);
        }
    }
    judge_split_payment(invoice, root, hits);
}

fn fail(family: &'static Family, root: Element, hits: &mut Hits) {
    let code = Value::Text(family.category.code());
    hits.push_with(family.rule(Role::Entry), root, Value::None, code);
}

fn judge_split_payment(invoice: &Invoice<'_, '_>, root: Element, hits: &mut Hits) {
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
