//! The document's totals and its VAT breakdown.

use super::context::Ubl;
use super::entry::{Entry, Outcome, Test, Tested, equals, fatal, holds, two_decimals};
use super::tax::{Code, Indicator, has_vat_scheme};
use crate::index::Element;
use crate::names::Name;
use crate::names::ubl::{cac, cbc};
use crate::number::XsDecimal;
use crate::verdict::StylesheetAborted;

const ONE: XsDecimal = XsDecimal::whole(1);

/// Rules of `LegalMonetaryTotal`.
pub(crate) static ROWS: &[Entry] = &[
    fatal(
        "BR-12",
        &["BT-106"],
        Test::Has(cbc::LINE_EXTENSION_AMOUNT),
        "The totals lack the sum of line net amounts.",
        "Add cbc:LineExtensionAmount to cac:LegalMonetaryTotal.",
    ),
    fatal(
        "BR-13",
        &["BT-109"],
        Test::Has(cbc::TAX_EXCLUSIVE_AMOUNT),
        "The totals lack the total without VAT.",
        "Add cbc:TaxExclusiveAmount to cac:LegalMonetaryTotal.",
    ),
    fatal(
        "BR-14",
        &["BT-112"],
        Test::Has(cbc::TAX_INCLUSIVE_AMOUNT),
        "The totals lack the total with VAT.",
        "Add cbc:TaxInclusiveAmount to cac:LegalMonetaryTotal.",
    ),
    fatal(
        "BR-15",
        &["BT-115"],
        Test::Has(cbc::PAYABLE_AMOUNT),
        "The totals lack the amount due.",
        "Add cbc:PayableAmount to cac:LegalMonetaryTotal.",
    ),
    fatal(
        "BR-CO-10",
        &["BT-106", "BT-131"],
        Test::Check(lines_add_up),
        "The sum of line net amounts is given as {found}, but the lines add up to {expected}.",
        "Add up cbc:LineExtensionAmount of all lines and round the sum to two decimals.",
    ),
    fatal(
        "BR-CO-11",
        &["BT-92", "BT-107"],
        Test::Check(allowances_add_up),
        "The sum of allowances is given as {found}, but the document's allowances add up to {expected}.",
        "Add up cbc:Amount of the document's allowances, or leave the sum out when there are none.",
    ),
    fatal(
        "BR-CO-12",
        &["BT-99", "BT-108"],
        Test::Check(charges_add_up),
        "The sum of charges is given as {found}, but the document's charges add up to {expected}.",
        "Add up cbc:Amount of the document's charges, or leave the sum out when there are none.",
    ),
    fatal(
        "BR-CO-13",
        &["BT-107", "BT-108", "BT-109", "BT-131"],
        Test::Check(total_without_vat),
        "The total without VAT is given as {found}, but lines less allowances plus charges make {expected}.",
        "Calculate it as line net amounts minus allowances plus charges, rounded to two decimals.",
    ),
    fatal(
        "BR-CO-16",
        &["BT-112", "BT-113", "BT-114", "BT-115"],
        Test::Check(amount_due),
        "The amount due is given as {found}, but total with VAT less prepaid plus rounding makes {expected}.",
        "Calculate it as total with VAT minus prepaid amount plus rounding amount.",
    ),
    two_decimals! { "BR-DEC-09", ["BT-106"], cbc::LINE_EXTENSION_AMOUNT, "The sum of line net amounts" },
    two_decimals! { "BR-DEC-10", ["BT-107"], cbc::ALLOWANCE_TOTAL_AMOUNT, "The sum of allowances" },
    two_decimals! { "BR-DEC-11", ["BT-108"], cbc::CHARGE_TOTAL_AMOUNT, "The sum of charges" },
    two_decimals! { "BR-DEC-12", ["BT-109"], cbc::TAX_EXCLUSIVE_AMOUNT, "The total without VAT" },
    two_decimals! { "BR-DEC-14", ["BT-112"], cbc::TAX_INCLUSIVE_AMOUNT, "The total with VAT" },
    two_decimals! { "BR-DEC-16", ["BT-113"], cbc::PREPAID_AMOUNT, "The prepaid amount" },
    two_decimals! { "BR-DEC-17", ["BT-114"], cbc::PAYABLE_ROUNDING_AMOUNT, "The rounding amount" },
    two_decimals! { "BR-DEC-18", ["BT-115"], cbc::PAYABLE_AMOUNT, "The amount due" },
];

/// Rules of the document's `TaxTotal`s.
pub(crate) static TAX_TOTAL: &[Entry] = &[fatal(
    "BR-CO-14",
    &["BT-110", "BT-117"],
    Test::Check(subtotals_add_up),
    "The VAT total is given as {found}, but the VAT breakdown adds up to {expected}.",
    "Add up cbc:TaxAmount of the subtotals.",
)];

/// Rules of `TaxSubtotal`.
pub(crate) static SUBTOTAL: &[Entry] = &[
    fatal(
        "BR-45",
        &["BG-23", "BT-116"],
        Test::Has(cbc::TAXABLE_AMOUNT),
        "The VAT breakdown lacks its taxable amount.",
        "Add cbc:TaxableAmount to cac:TaxSubtotal.",
    ),
    fatal(
        "BR-46",
        &["BG-23", "BT-117"],
        Test::Has(cbc::TAX_AMOUNT),
        "The VAT breakdown lacks its tax amount.",
        "Add cbc:TaxAmount to cac:TaxSubtotal.",
    ),
    fatal(
        "BR-47",
        &["BG-23", "BT-118"],
        Test::Check(|ubl, subtotal| holds(vat_category_has(ubl, subtotal, cbc::ID)?)),
        "The VAT breakdown lacks its VAT category code.",
        "Add cac:TaxCategory with cbc:ID and the tax scheme VAT to cac:TaxSubtotal.",
    ),
    fatal(
        "BR-48",
        &["BG-23", "BT-119"],
        Test::Check(has_rate),
        "The VAT breakdown lacks its VAT rate.",
        "Add cbc:Percent to the subtotal's cac:TaxCategory; only category O goes without.",
    ),
    fatal(
        "BR-CO-17",
        &["BT-116", "BT-117", "BT-119"],
        Test::Check(tax_is_base_times_rate),
        "The subtotal's VAT is given as {found}, but its taxable amount times its rate makes {expected}.",
        "Multiply the taxable amount by the rate and round to two decimals; less than 1 off is let pass.",
    ),
    two_decimals! { "BR-DEC-19", ["BT-116"], cbc::TAXABLE_AMOUNT, "The taxable amount" },
    two_decimals! { "BR-DEC-20", ["BT-117"], cbc::TAX_AMOUNT, "The tax amount of the breakdown" },
];

/// The outcome of a sum that should be right, where both are known.
fn differs_unless(right: bool, expected: XsDecimal, actual: XsDecimal) -> Tested {
    equals(Some(expected), Some(actual), right)
}

fn lines_add_up(ubl: &Ubl<'_, '_>, total: Element) -> Tested {
    let Some(given) = ubl.child_decimal(total, cbc::LINE_EXTENSION_AMOUNT)? else {
        return Ok(Outcome::Fails);
    };
    let mut sum = XsDecimal::ZERO;
    for name in [cac::INVOICE_LINE, cac::CREDIT_NOTE_LINE] {
        for line in ubl.named(name) {
            if let Some(amount) = ubl.child_decimal(line, cbc::LINE_EXTENSION_AMOUNT)? {
                sum = sum.plus(&amount);
            }
        }
    }
    let sum = sum.rounded_to_cents();
    let outcome = differs_unless(sum == given, sum, given)?;
    Ok(outcome.at(ubl, total, cbc::LINE_EXTENSION_AMOUNT))
}

fn allowances_add_up(ubl: &Ubl<'_, '_>, total: Element) -> Tested {
    charges_of(ubl, total, cbc::ALLOWANCE_TOTAL_AMOUNT, |indicator| indicator.allowance)
}

fn charges_add_up(ubl: &Ubl<'_, '_>, total: Element) -> Tested {
    charges_of(ubl, total, cbc::CHARGE_TOTAL_AMOUNT, |indicator| indicator.charge)
}

fn charges_of(
    ubl: &Ubl<'_, '_>,
    total: Element,
    name: Name,
    counts: fn(Indicator) -> bool,
) -> Tested {
    let given = ubl.child_decimal(total, name)?;
    let parent = ubl.parent(total).unwrap_or(Element::ROOT);
    let mut sum = XsDecimal::ZERO;
    let mut any = false;
    for charge in ubl.children_named(parent, cac::ALLOWANCE_CHARGE) {
        if !counts(Indicator::of(ubl, charge)?) {
            continue;
        }
        any = true;
        if given.is_some()
            && let Some(amount) = ubl.child_decimal(charge, cbc::AMOUNT)?
        {
            sum = sum.plus(&amount);
        }
    }
    let sum = sum.rounded_to_cents();
    let right = given.as_ref() == Some(&sum) || (given.is_none() && !any);
    Ok(equals(Some(sum), given, right)?.at(ubl, total, name))
}

/// A missing amount ends the official calculation before what comes after it is read.
fn total_without_vat(ubl: &Ubl<'_, '_>, total: Element) -> Tested {
    let Some(given) = ubl.child_decimal(total, cbc::TAX_EXCLUSIVE_AMOUNT)? else {
        return Ok(Outcome::Fails);
    };
    let Some(lines) = ubl.child_decimal(total, cbc::LINE_EXTENSION_AMOUNT)? else {
        return Ok(Outcome::Fails);
    };
    let charges = ubl.child_decimal(total, cbc::CHARGE_TOTAL_AMOUNT)?;
    let allowances = ubl.child_decimal(total, cbc::ALLOWANCE_TOTAL_AMOUNT)?;
    // Without either, the two amounts are compared as they stand.
    let as_it_stands = charges.is_none() && allowances.is_none();
    let zero = XsDecimal::ZERO;
    let sum = lines.plus(charges.as_ref().unwrap_or(&zero));
    let sum = sum.minus(allowances.as_ref().unwrap_or(&zero));
    let sum = if as_it_stands { sum } else { sum.rounded_to_cents() };
    let outcome = differs_unless(given == sum, sum, given)?;
    Ok(outcome.at(ubl, total, cbc::TAX_EXCLUSIVE_AMOUNT))
}

fn amount_due(ubl: &Ubl<'_, '_>, total: Element) -> Tested {
    let Some(due) = ubl.child_decimal(total, cbc::PAYABLE_AMOUNT)? else {
        return Ok(Outcome::Fails);
    };
    let rounding = ubl.child_decimal(total, cbc::PAYABLE_ROUNDING_AMOUNT)?;
    let Some(with_vat) = ubl.child_decimal(total, cbc::TAX_INCLUSIVE_AMOUNT)? else {
        return Ok(Outcome::Fails);
    };
    let after_prepaid = match ubl.child_decimal(total, cbc::PREPAID_AMOUNT)? {
        Some(prepaid) => with_vat.minus(&prepaid).rounded_to_cents(),
        None => with_vat,
    };
    let right = match &rounding {
        Some(rounding) => due.minus(rounding).rounded_to_cents() == after_prepaid,
        None => due == after_prepaid,
    };
    let expected = after_prepaid.plus(&rounding.unwrap_or(XsDecimal::ZERO));
    Ok(differs_unless(right, expected, due)?.at(ubl, total, cbc::PAYABLE_AMOUNT))
}

/// The official engine looks for subtotals first: without any, the amount may be what it likes.
fn subtotals_add_up(ubl: &Ubl<'_, '_>, total: Element) -> Tested {
    if !ubl.has_child(total, cac::TAX_SUBTOTAL) {
        return Ok(Outcome::Holds);
    }
    let Some(given) = ubl.child_decimal(total, cbc::TAX_AMOUNT)? else { return Ok(Outcome::Fails) };
    let mut sum = XsDecimal::ZERO;
    for subtotal in ubl.children_named(total, cac::TAX_SUBTOTAL) {
        if let Some(amount) = ubl.child_decimal(subtotal, cbc::TAX_AMOUNT)? {
            sum = sum.plus(&amount);
        }
    }
    let sum = sum.rounded_to_cents();
    Ok(differs_unless(given == sum, sum, given)?.at(ubl, total, cbc::TAX_AMOUNT))
}

/// Whether one of the subtotal's VAT categories has the child.
fn vat_category_has(
    ubl: &Ubl<'_, '_>,
    subtotal: Element,
    name: Name,
) -> Result<bool, StylesheetAborted> {
    for category in ubl.children_named(subtotal, cac::TAX_CATEGORY) {
        if has_vat_scheme(ubl, category)? && ubl.has_child(category, name) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn has_rate(ubl: &Ubl<'_, '_>, subtotal: Element) -> Tested {
    if vat_category_has(ubl, subtotal, cbc::PERCENT)? {
        return Ok(Outcome::Holds);
    }
    for category in ubl.children_named(subtotal, cac::TAX_CATEGORY) {
        if has_vat_scheme(ubl, category)? && Code::of_category(ubl, category)? == Code::O {
            return Ok(Outcome::Holds);
        }
    }
    Ok(Outcome::Fails)
}

/// The rate of the subtotal's VAT category; a second one ends the official engine's run.
fn rate_of(ubl: &Ubl<'_, '_>, subtotal: Element) -> Result<Option<XsDecimal>, StylesheetAborted> {
    let mut rate = None;
    for category in ubl.children_named(subtotal, cac::TAX_CATEGORY) {
        if has_vat_scheme(ubl, category)?
            && let Some(percent) = ubl.child_decimal(category, cbc::PERCENT)?
            && rate.replace(percent).is_some()
        {
            return Err(StylesheetAborted::too_many(category));
        }
    }
    Ok(rate)
}

/// In the order in which the official engine reads the values.
fn tax_is_base_times_rate(ubl: &Ubl<'_, '_>, subtotal: Element) -> Tested {
    let Some(tax) = ubl.child_decimal(subtotal, cbc::TAX_AMOUNT)? else {
        return Ok(Outcome::Fails);
    };
    let no_tax = tax.rounded(0).is_zero();
    if !no_tax && !ubl.has_child(subtotal, cbc::TAXABLE_AMOUNT) {
        return Ok(Outcome::Fails);
    }
    let rate = rate_of(ubl, subtotal)?;
    let Some(rate) = rate.filter(|rate| !rate.rounded(0).is_zero()) else {
        let outcome = equals(Some(XsDecimal::ZERO), Some(tax), no_tax)?;
        return Ok(outcome.at(ubl, subtotal, cbc::TAX_AMOUNT));
    };
    let base = ubl.child_decimal(subtotal, cbc::TAXABLE_AMOUNT)?;
    let outcome = about_base_times_rate(base, &rate, Some(tax))?;
    Ok(outcome.at(ubl, subtotal, cbc::TAX_AMOUNT))
}

/// Whether the tax is less than one off the base times the rate, signs aside.
pub(crate) fn about_base_times_rate(
    base: Option<XsDecimal>,
    rate: &XsDecimal,
    tax: Option<XsDecimal>,
) -> Tested {
    let (Some(base), Some(tax)) = (base, tax) else { return Ok(Outcome::Fails) };
    let expected = base.abs().times(&rate.hundredth()).rounded_to_cents();
    let right = tax.abs().minus(&ONE) < expected && tax.abs().plus(&ONE) > expected;
    differs_unless(right, expected, tax)
}
