//! Rules -08 to -10: the breakdown's taxable amount, its tax and the reason for not taxing.

use super::family::{Base, Exemption, Family, Rate};
use crate::index::Element;
use crate::logic::{both, either};
use crate::names::ubl::cbc;
use crate::number::Decimal;
use crate::ubl::Ubl;
use crate::ubl::entry::{Outcome, Tested, equals};
use crate::ubl::totals::about_base_times_rate;
use crate::verdict::Death;
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
    let mut expected = None;
    let mut given = None;
    for credit in [false, true] {
        if !sums.has_lines(credit) {
            continue;
        }
        given = ubl.child_decimal(subtotal, cbc::TAXABLE_AMOUNT)?;
        let Some(given) = given else { continue };
        let sum = sums.total(family.code, None, credit)?;
        if given == sum {
            return Ok(Outcome::Holds);
        }
        expected = expected.or(Some(sum));
    }
    equals(expected, given, false)
}

fn base_per_rate(
    ubl: &Ubl<'_, '_>,
    category: Element,
    subtotal: Element,
    family: &Family,
) -> Tested {
    let Some(rate) = ubl.child_decimal(category, cbc::PERCENT)? else { return Ok(Outcome::Holds) };
    let sums = ubl.sums();
    let mut expected = None;
    let mut right = Ok(false);
    for credit in [false, true] {
        let applies = match family.base {
            Base::PerRateUsed => sums.uses(family.code, rate, credit),
            _ => Ok(sums.has_lines(credit)),
        };
        let adds_up = both(applies, || {
            // The official engine adds up before it looks at the amount.
            let sum = sums.total(family.code, Some(rate), credit)?;
            let Some(given) = ubl.only(subtotal, cbc::TAXABLE_AMOUNT)? else { return Ok(false) };
            expected = expected.or(Some(sum));
            is_within_one(ubl, given, sum)
        });
        right = either(right, || adds_up);
    }
    if right? {
        return Ok(Outcome::Holds);
    }
    let given = ubl.only(subtotal, cbc::TAXABLE_AMOUNT)?;
    let given = given.and_then(|given| Decimal::parse(&ubl.value(given)));
    equals(expected, given, false)
}

/// Whether the amount is less than one off the sum. The official rule subtracts and adds the one in
/// doubles and compares their exact value.
fn is_within_one(ubl: &Ubl<'_, '_>, amount: Element, sum: Decimal) -> Result<bool, Death> {
    let given = ubl.double(amount)?;
    if !given.is_finite() {
        return Err(Death::bad_cast(amount));
    }
    Ok(sum.cmp_f64(given - 1.0) == Some(Ordering::Greater)
        && sum.cmp_f64(given + 1.0) == Some(Ordering::Less))
}

/// Whether the tax is nought, or the taxable amount times the rate.
pub(super) fn tax(
    ubl: &Ubl<'_, '_>,
    category: Element,
    subtotal: Element,
    family: &Family,
) -> Tested {
    let tax = ubl.child_decimal(subtotal, cbc::TAX_AMOUNT)?;
    if matches!(family.rate, Rate::Zero | Rate::None) {
        return equals(Some(Decimal::ZERO), tax, tax.is_some_and(Decimal::is_zero));
    }
    if tax.is_none() {
        return Ok(Outcome::Fails);
    }
    let base = ubl.child_decimal(subtotal, cbc::TAXABLE_AMOUNT)?;
    match ubl.child_decimal(category, cbc::PERCENT)? {
        Some(rate) => about_base_times_rate(base, rate, tax),
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
