//! Which VAT categories the lines, the document level allowances and charges, and the breakdown have.

use super::category::{Categories, Category};
use crate::cii::name;
use crate::index::{Element, Index};

/// How many taxes there are of each category.
#[derive(Default)]
pub(in crate::cii) struct CategoryCounts {
    lines: [usize; 10],
    header: [usize; 10],
    charges: [usize; 10],
    /// Any tax of a line or of the breakdown that has a category other than O.
    pub(super) other_than_o: bool,
    /// Any tax of an allowance or charge that has a category other than O.
    pub(super) charge_other_than_o: bool,
}

impl CategoryCounts {
    pub(in crate::cii) fn of(index: &Index<'_>) -> Self {
        let mut counts = Self::default();
        for tax in index.named(name::TAX) {
            let (found, other) = categories(index, tax);
            counts.other_than_o |= other;
            match index.parent_name(tax) {
                name::LINE_SETTLEMENT => found.iter().for_each(|c| counts.lines[c as usize] += 1),
                name::SETTLEMENT => found.iter().for_each(|c| counts.header[c as usize] += 1),
                _ => {}
            }
        }
        for tax in index.named(name::CATEGORY_TAX) {
            let (found, other) = categories(index, tax);
            counts.charge_other_than_o |= other;
            found.iter().for_each(|c| counts.charges[c as usize] += 1);
        }
        counts
    }

    /// At least one entry of the breakdown for the lines, and for the allowances and charges. The official rule only
    /// adds the counts up.
    pub(super) fn has_entries(&self, category: Category) -> bool {
        let [lines, header, charges] = self.counts(category);
        let fits = |used: usize| used == 0 || used + header >= 2;
        fits(lines) && fits(charges)
    }

    /// Exactly one entry of the breakdown, and none for nothing.
    pub(super) fn has_one_entry(&self, category: Category) -> bool {
        let [lines, header, charges] = self.counts(category);
        let used = lines > 0 || charges > 0;
        if used { header == 1 } else { header == 0 }
    }

    pub(super) fn counts(&self, category: Category) -> [usize; 3] {
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
