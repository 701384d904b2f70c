//! What the lines, charges and allowances of each VAT category sum up to, taken in one pass when a breakdown first
//! asks. A value that no sum can take ends the run only if a sum that needs it is asked for.

use std::collections::{BTreeMap, BTreeSet};

use super::category::{Categories, Category};
use super::category_counts::categories;
use crate::cii::name;
use crate::cii::places::Places;
use crate::index::Element;
use crate::names::Name;
use crate::number::XsDecimal;
use crate::verdict::StylesheetAborted;

type Sum = Result<XsDecimal, StylesheetAborted>;

const ZERO: Sum = Ok(XsDecimal::ZERO);

/// A sum for each category, and for the standard rate one for each rate.
struct Split {
    by_category: [Sum; 10],
    by_rate: BTreeMap<XsDecimal, Sum>,
    /// A rate of a standard rated part that is none.
    bad_rate: Option<StylesheetAborted>,
}

/// The sums of a document.
pub(in crate::cii) struct TaxSums {
    lines: Split,
    charges: Split,
    allowances: Split,
}

impl TaxSums {
    /// Lines plus charges less allowances of a category.
    pub(super) fn of_category(&self, category: Category) -> Sum {
        let place = category as usize;
        total(
            &self.lines.by_category[place],
            &self.charges.by_category[place],
            &self.allowances.by_category[place],
        )
    }

    /// The same for the standard rate and one of its rates.
    pub(super) fn of_rate(&self, rate: &XsDecimal) -> Sum {
        for split in [&self.lines, &self.charges, &self.allowances] {
            split.bad_rate.map_or(Ok(()), Err)?;
        }
        let none = ZERO;
        let [lines, charges, allowances] = [&self.lines, &self.charges, &self.allowances]
            .map(|split| split.by_rate.get(rate).unwrap_or(&none));
        total(lines, charges, allowances)
    }

    pub(in crate::cii) fn of(places: &Places<'_, '_>) -> Self {
        let mut sums =
            Self { lines: Split::new(), charges: Split::new(), allowances: Split::new() };
        for &line in &places.lines {
            for part in places.index.children_named(line, name::LINE_SETTLEMENT) {
                sums.add_line(places, part);
            }
        }
        for part in places.of_settlements(name::ALLOWANCE_CHARGE) {
            sums.add_allowance_charge(places, part);
        }
        sums
    }

    fn add_line(&mut self, places: &Places<'_, '_>, part: Element) {
        let index = places.index;
        let found = categories_of(places, part, name::TAX);
        if found.is_empty() {
            return;
        }
        let amount = index
            .children_named(part, name::LINE_SUMMATION)
            .filter_map(|sums| index.child_decimal(sums, name::LINE_TOTAL).transpose())
            .fold(ZERO, |sum, more| added(&sum, &more));
        self.lines.add(found, &amount);
        if found.has(Category::Standard) {
            self.lines.add_rates(places, part, name::TAX, &amount);
        }
    }

    /// The official engine looks at the category first, then at the rate, and at the charge indicator only of what is
    /// left: one that is neither true nor false does no harm elsewhere.
    fn add_allowance_charge(&mut self, places: &Places<'_, '_>, part: Element) {
        let index = places.index;
        let mut found = categories_of(places, part, name::CATEGORY_TAX);
        if found.is_empty() {
            return;
        }
        let path = [name::CHARGE_INDICATOR, name::INDICATOR];
        let indicators = index.path(part, &path).count();
        if indicators != 1 {
            // The rules of these two categories cast the indicator, which takes exactly one.
            for strict in [Category::Zero, Category::OutOfScope] {
                if found.has(strict) {
                    self.charges.by_category[strict as usize] =
                        Err(StylesheetAborted::too_many(part));
                    found.remove(strict);
                }
            }
        }
        if indicators == 0 {
            return;
        }
        let amount = index.child(part, name::ACTUAL_AMOUNT);
        let amount = amount.map_or(ZERO, |amount| index.decimal(amount));
        for charge in [true, false] {
            let split = if charge { &mut self.charges } else { &mut self.allowances };
            let applies = places.is_charge(part, charge);
            let amount = match applies {
                Ok(true) => amount.clone(),
                Ok(false) => ZERO,
                Err(aborted) => Err(aborted),
            };
            split.add(found, &amount);
            if found.has(Category::Standard) {
                split.add_rates(places, part, name::CATEGORY_TAX, &amount);
            }
        }
    }
}

impl Split {
    const fn new() -> Self {
        Self { by_category: [ZERO; 10], by_rate: BTreeMap::new(), bad_rate: None }
    }

    fn add(&mut self, found: Categories, amount: &Sum) {
        for category in found.iter() {
            let sum = &mut self.by_category[category as usize];
            *sum = added(sum, amount);
        }
    }

    /// Adds the amount for each rate that any of the part's taxes has, whatever that tax's category.
    fn add_rates(&mut self, places: &Places<'_, '_>, part: Element, tax: Name, amount: &Sum) {
        let mut last = None;
        let mut seen = BTreeSet::new();
        for tax in places.index.children_named(part, tax) {
            match places.index.child_decimal(tax, name::RATE) {
                Err(aborted) => {
                    self.bad_rate.get_or_insert(aborted);
                }
                Ok(Some(rate)) if last.as_ref() != Some(&rate) && !seen.contains(&rate) => {
                    let sum = self.by_rate.entry(rate.clone()).or_insert(ZERO);
                    *sum = added(sum, amount);
                    seen.extend(last.replace(rate));
                }
                Ok(_) => {}
            }
        }
    }
}

fn categories_of(places: &Places<'_, '_>, part: Element, tax: Name) -> Categories {
    let mut all = Categories::default();
    for tax in places.index.children_named(part, tax) {
        categories(places.index, tax).0.iter().for_each(|category| all.add(category));
    }
    all
}

fn computed(sum: &Sum) -> Result<&XsDecimal, StylesheetAborted> {
    sum.as_ref().map_err(|aborted| *aborted)
}

fn added(sum: &Sum, more: &Sum) -> Sum {
    Ok(computed(sum)?.plus(computed(more)?))
}

/// Each part is rounded before they are taken together.
fn total(lines: &Sum, charges: &Sum, allowances: &Sum) -> Sum {
    let lines = computed(lines)?.rounded_to_cents();
    let with_charges = lines.plus(&computed(charges)?.rounded_to_cents());
    Ok(with_charges.minus(&computed(allowances)?.rounded_to_cents()))
}
