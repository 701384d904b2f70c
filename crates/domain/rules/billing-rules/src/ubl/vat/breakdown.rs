//! Rules -08 to -10: the breakdown's taxable amount, its tax and the reason for not taxing.

use super::family::{Base, Exemption, Family, Rate};
use crate::index::Element;
use crate::logic::{Truth, both};
use crate::names::ubl::cbc;
use crate::number::XsDecimal;
use crate::ubl::context::Ubl;
use crate::ubl::entry::{Outcome, Tested, equals};
use crate::ubl::totals::about_base_times_rate;
use crate::verdict::StylesheetAborted;
use std::cmp::Ordering;

/// Whether the taxable amount is the sum of what the document has of the category.
pub(super) fn base(
    ubl: &Ubl<'_, '_>,
    category: Element,
    subtotal: Element,
    family: &Family,
) -> Tested {
    if family.base != Base::Exact {
        return base_per_rate(ubl, category, subtotal, family);
    }
    let sums = ubl.sums();
    let mut comparison = Comparison::default();
    for credit in [false, true].into_iter().filter(|&credit| sums.has_lines(credit)) {
        let given = ubl.child_decimal(subtotal, cbc::TAXABLE_AMOUNT);
        let Some(given) = given.transpose() else { continue };
        let sum = sums.total(family.code, None, credit);
        comparison.try_sum(Ok(true), || sum, |sum| Ok(given? == *sum));
    }
    comparison.outcome(ubl, subtotal)
}

/// What came of comparing an amount with the sums of invoice lines and of credit note lines: one
/// that fits is enough, and then it does not matter that the other could not be added up.
#[derive(Default)]
struct Comparison {
    fits: bool,
    expected: Option<XsDecimal>,
    aborted: Option<StylesheetAborted>,
}

impl Comparison {
    fn try_sum(
        &mut self,
        applies: Truth,
        sum: impl FnOnce() -> Result<XsDecimal, StylesheetAborted>,
        fits: impl FnOnce(&XsDecimal) -> Truth,
    ) {
        let result = both(applies, || {
            let sum = sum()?;
            let fits = fits(&sum);
            self.expected.get_or_insert(sum);
            fits
        });
        match result {
            Ok(fits) => self.fits |= fits,
            Err(aborted) => self.aborted = self.aborted.or(Some(aborted)),
        }
    }

    fn outcome(self, ubl: &Ubl<'_, '_>, subtotal: Element) -> Tested {
        if self.fits {
            return Ok(Outcome::Holds);
        }
        if let Some(aborted) = self.aborted {
            return Err(aborted);
        }
        let given = ubl.child(subtotal, cbc::TAXABLE_AMOUNT);
        let given = given.and_then(|given| XsDecimal::parse(&ubl.value(given)));
        Ok(equals(self.expected, given, false)?.at(ubl, subtotal, cbc::TAXABLE_AMOUNT))
    }
}

fn base_per_rate(
    ubl: &Ubl<'_, '_>,
    category: Element,
    subtotal: Element,
    family: &Family,
) -> Tested {
    let Some(rate) = ubl.child_decimal(category, cbc::PERCENT)? else { return Ok(Outcome::Holds) };
    let sums = ubl.sums();
    let mut comparison = Comparison::default();
    for credit in [false, true] {
        let applies = match family.base {
            Base::PerRateUsed => sums.uses(family.code, &rate, credit),
            _ => Ok(sums.has_lines(credit)),
        };
        // The official engine adds up before it looks at the amount.
        let sum = || sums.total(family.code, Some(&rate), credit);
        comparison.try_sum(applies, sum, |sum| match ubl.only(subtotal, cbc::TAXABLE_AMOUNT)? {
            Some(given) => is_within_one(ubl, given, sum),
            None => Ok(false),
        });
    }
    comparison.outcome(ubl, subtotal)
}

/// Whether the amount is less than one off the sum. The official rule subtracts and adds the one in
/// doubles and compares their exact value.
fn is_within_one(ubl: &Ubl<'_, '_>, amount: Element, sum: &XsDecimal) -> Truth {
    let given = ubl.double(amount)?;
    if !given.is_finite() {
        return Err(StylesheetAborted::bad_cast(amount));
    }
    Ok(sum.cmp_f64(given - 1.0) == Some(Ordering::Greater)
        && sum.cmp_f64(given + 1.0) == Some(Ordering::Less))
}

/// Whether the tax is zero, or the taxable amount times the rate.
pub(super) fn tax(
    ubl: &Ubl<'_, '_>,
    category: Element,
    subtotal: Element,
    family: &Family,
) -> Tested {
    let tax = ubl.child_decimal(subtotal, cbc::TAX_AMOUNT)?;
    if matches!(family.rate, Rate::Zero | Rate::None) {
        let right = tax.as_ref().is_some_and(XsDecimal::is_zero);
        let outcome = equals(Some(XsDecimal::ZERO), tax, right)?;
        return Ok(outcome.at(ubl, subtotal, cbc::TAX_AMOUNT));
    }
    if tax.is_none() {
        return Ok(Outcome::Fails);
    }
    let base = ubl.child_decimal(subtotal, cbc::TAXABLE_AMOUNT)?;
    match ubl.child_decimal(category, cbc::PERCENT)? {
        Some(rate) => {
            let outcome = about_base_times_rate(base, &rate, tax)?;
            Ok(outcome.at(ubl, subtotal, cbc::TAX_AMOUNT))
        }
        None => Ok(Outcome::Fails),
    }
}

/// Whether a reason for not taxing is given, where one is needed, or none, where none may be.
pub(super) fn exemption(ubl: &Ubl<'_, '_>, category: Element, family: &Family) -> Outcome {
    let given = ubl.children(category).any(|child| {
        matches!(ubl.name(child), cbc::TAX_EXEMPTION_REASON | cbc::TAX_EXEMPTION_REASON_CODE)
    });
    match (family.exemption, given) {
        (Exemption::Needed, true) | (Exemption::Forbidden, false) => Outcome::Holds,
        _ => Outcome::Fails,
    }
}
