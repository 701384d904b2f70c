//! The totals of the document.

use super::decimals::{self, two_decimals};
use super::invoice::Invoice;
use super::name;
use crate::index::Element;
use crate::names::Name;
use crate::number::untyped::{compare, compare_with_double, compare_with_integer};
use crate::number::{XsDecimal, double};
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted, Value};

/// Amounts that must stand.
static REQUIRED: [(Name, &Rule); 4] = [
    (name::LINE_TOTAL, &BR_12),
    (name::TAX_BASIS_TOTAL, &BR_13),
    (name::GRAND_TOTAL, &BR_14),
    (name::DUE_PAYABLE, &BR_15),
];

/// Amounts of at most two decimals.
static TWO_DECIMALS: [(Name, &Rule); 8] = [
    (name::LINE_TOTAL, &BR_DEC_09),
    (name::ALLOWANCE_TOTAL, &BR_DEC_10),
    (name::CHARGE_TOTAL, &BR_DEC_11),
    (name::TAX_BASIS_TOTAL, &BR_DEC_12),
    (name::GRAND_TOTAL, &BR_DEC_14),
    (name::PREPAID, &BR_DEC_16),
    (name::ROUNDING, &BR_DEC_17),
    (name::DUE_PAYABLE, &BR_DEC_18),
];

/// Runs the rules on the totals.
pub(super) fn check(invoice: &Invoice<'_, '_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let index = invoice.index;
    for totals in index.named(name::SUMMATION) {
        for (amount, rule) in REQUIRED {
            if !index.has_child(totals, amount) {
                hits.push(rule, totals);
            }
        }
        for (amount, rule) in TWO_DECIMALS {
            decimals::check(index, totals, amount, rule, hits)?;
        }
        check_currencies(invoice, totals, hits);
        check_lines(invoice, totals, hits)?;
        check_allowances_and_charges(invoice, totals, hits)?;
        check_basis(invoice, totals, hits)?;
        check_due(invoice, totals, hits)?;
        check_tax_decimals(invoice, totals, hits)?;
        for tax in index.children_named(totals, name::TAX_TOTAL) {
            if invoice.is_in(tax, invoice.invoice_currencies()) {
                check_tax_total(invoice, tax, hits)?;
            }
        }
    }
    Ok(())
}

/// BR-53: the tax in the accounting currency, which is not the invoice's.
fn check_currencies(invoice: &Invoice<'_, '_>, totals: Element, hits: &mut Hits) {
    let codes = invoice.tax_currencies();
    if codes.is_empty() {
        return;
    }
    let mut taxes = invoice.index.children_named(totals, name::TAX_TOTAL);
    let given = taxes.any(|tax| invoice.is_in(tax, codes));
    let same = !codes.is_disjoint(invoice.invoice_currencies());
    if !given || same {
        hits.push(&BR_53, totals);
    }
}

/// BR-CO-10
fn check_lines(
    invoice: &Invoice<'_, '_>,
    totals: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let index = invoice.index;
    let total = index.child_decimal(totals, name::LINE_TOTAL)?;
    let transaction = index.parent(totals).and_then(|settlement| index.parent(settlement));
    let sum = transaction.map_or(Ok(XsDecimal::ZERO), |part| invoice.line_sum(part))?;
    if total.as_ref() != Some(&sum) {
        let place = index.child(totals, name::LINE_TOTAL).unwrap_or(totals);
        hits.push_with(&BR_CO_10, place, Value::Decimal(sum), value_of(total));
    }
    Ok(())
}

/// BR-CO-11 and BR-CO-12
fn check_allowances_and_charges(
    invoice: &Invoice<'_, '_>,
    totals: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let index = invoice.index;
    let kinds = [(false, name::ALLOWANCE_TOTAL, &BR_CO_11), (true, name::CHARGE_TOTAL, &BR_CO_12)];
    for (charge, name, rule) in kinds {
        let parts = invoice.allowance_charge_sum(charge)?;
        let total = index.child(totals, name);
        if !parts.any && total.is_none() {
            continue;
        }
        let mut good = false;
        for total in index.children_named(totals, name) {
            good |= is_sum(invoice, total, parts.sum)?;
        }
        if !good {
            let expected = Value::Owned(format!("{:.2}", parts.sum.unwrap_or(0.0)).into());
            hits.push_with(rule, total.unwrap_or(totals), expected, Value::None);
        }
    }
    Ok(())
}

/// Whether the amount is the sum. The sum of nothing is a whole zero, to which `-0` is equal.
fn is_sum(
    invoice: &Invoice<'_, '_>,
    amount: Element,
    sum: Option<f64>,
) -> Result<bool, StylesheetAborted> {
    let text = invoice.index.value(amount);
    let order = match sum {
        Some(sum) => compare_with_double(&text, sum),
        None => compare_with_integer(&text, 0),
    };
    Ok(order.ok_or(StylesheetAborted::bad_cast(amount))?.is_eq())
}

/// BR-CO-13
fn check_basis(
    invoice: &Invoice<'_, '_>,
    totals: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let basis = first(invoice, totals, name::TAX_BASIS_TOTAL)?;
    let lines = first(invoice, totals, name::LINE_TOTAL)?;
    let allowances = first(invoice, totals, name::ALLOWANCE_TOTAL)?.unwrap_or(XsDecimal::ZERO);
    let charges = first(invoice, totals, name::CHARGE_TOTAL)?.unwrap_or(XsDecimal::ZERO);
    let sum = lines.map(|lines| lines.minus(&allowances).plus(&charges).rounded_to_cents());
    if basis.is_none() || basis != sum {
        let place = invoice.index.child(totals, name::TAX_BASIS_TOTAL).unwrap_or(totals);
        hits.push_with(&BR_CO_13, place, value_of(sum), value_of(basis));
    }
    Ok(())
}

/// BR-CO-16
fn check_due(
    invoice: &Invoice<'_, '_>,
    totals: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let due = first(invoice, totals, name::DUE_PAYABLE)?;
    let grand = first(invoice, totals, name::GRAND_TOTAL)?;
    let prepaid = first(invoice, totals, name::PREPAID)?.unwrap_or(XsDecimal::ZERO);
    let rounding = first(invoice, totals, name::ROUNDING)?.unwrap_or(XsDecimal::ZERO);
    let sum = grand.map(|grand| grand.minus(&prepaid).plus(&rounding));
    if due.is_none() || due != sum {
        let place = invoice.index.child(totals, name::DUE_PAYABLE).unwrap_or(totals);
        hits.push_with(&BR_CO_16, place, value_of(sum), value_of(due));
    }
    Ok(())
}

/// BR-DEC-13 and BR-DEC-15: of all tax totals one must be fit, so that a second one hides the fault of the first.
fn check_tax_decimals(
    invoice: &Invoice<'_, '_>,
    totals: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let index = invoice.index;
    let Some(first) = index.child(totals, name::TAX_TOTAL) else { return Ok(()) };
    let (invoiced, accounting) = (invoice.invoice_currencies(), invoice.tax_currencies());
    let (mut invoiced_good, mut accounted_good) = (false, accounting.is_empty());
    for tax in index.children_named(totals, name::TAX_TOTAL) {
        if !invoiced_good {
            let applies = invoice.is_in(tax, invoiced);
            invoiced_good = !applies || is_in_cents(invoice, tax)?;
        }
        if !accounted_good && invoice.is_in(tax, accounting) {
            accounted_good = is_in_cents(invoice, tax)?;
        }
    }
    if !invoiced_good {
        hits.push(&BR_DEC_13, first);
    }
    if !accounted_good {
        hits.push(&BR_DEC_15, first);
    }
    Ok(())
}

/// `. = round(. * 100) div 100` in doubles.
fn is_in_cents(invoice: &Invoice<'_, '_>, amount: Element) -> Result<bool, StylesheetAborted> {
    let value = invoice.index.double(amount)?;
    Ok(!value.is_nan() && compare(value, double::round(value * 100.0) / 100.0).is_eq())
}

/// BR-CO-14
fn check_tax_total(
    invoice: &Invoice<'_, '_>,
    tax: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let sum = invoice.tax_sum()?;
    if !is_sum(invoice, tax, sum)? {
        let expected = Value::Owned(format!("{:.2}", sum.unwrap_or(0.0)).into());
        hits.push_with(&BR_CO_14, tax, expected, Value::None);
    }
    Ok(())
}

fn first(
    invoice: &Invoice<'_, '_>,
    totals: Element,
    name: Name,
) -> Result<Option<XsDecimal>, StylesheetAborted> {
    let amount = invoice.index.child(totals, name);
    amount.map(|amount| invoice.index.decimal(amount)).transpose()
}

fn value_of(number: Option<XsDecimal>) -> Value {
    number.map_or(Value::None, Value::Decimal)
}

static BR_12: Rule = Rule::fatal(
    "BR-12",
    &["BT-106"],
    "The sum of the line net amounts is missing.",
    "Give the sum (LineTotalAmount).",
);

static BR_13: Rule = Rule::fatal(
    "BR-13",
    &["BT-109"],
    "The total without VAT is missing.",
    "Give the total (TaxBasisTotalAmount).",
);

static BR_14: Rule = Rule::fatal(
    "BR-14",
    &["BT-112"],
    "The total with VAT is missing.",
    "Give the total (GrandTotalAmount).",
);

static BR_15: Rule = Rule::fatal(
    "BR-15",
    &["BT-115"],
    "The amount due for payment is missing.",
    "Give the amount (DuePayableAmount).",
);

static BR_53: Rule = Rule::fatal(
    "BR-53",
    &["BT-6", "BT-111"],
    "There is an accounting currency, but the total VAT in it is missing, or it is the currency of the invoice.",
    "Give the total VAT in the accounting currency too, or leave the accounting currency out if it is that of the invoice.",
);

static BR_CO_10: Rule = Rule::fatal(
    "BR-CO-10",
    &["BT-106", "BT-131"],
    "The sum of the line net amounts is {found}, but the lines come to {expected}.",
    "Add up the net amounts of the lines and round to two decimals.",
);

static BR_CO_11: Rule = Rule::fatal(
    "BR-CO-11",
    &["BT-92", "BT-107"],
    "The sum of the allowances is \"{found}\", but the document level allowances come to {expected}.",
    "Add up the amounts of the document level allowances, or leave the sum out if there are none.",
);

static BR_CO_12: Rule = Rule::fatal(
    "BR-CO-12",
    &["BT-99", "BT-108"],
    "The sum of the charges is \"{found}\", but the document level charges come to {expected}.",
    "Add up the amounts of the document level charges, or leave the sum out if there are none.",
);

static BR_CO_13: Rule = Rule::fatal(
    "BR-CO-13",
    &["BT-107", "BT-108", "BT-109", "BT-131"],
    "The total without VAT is {found}, but lines, allowances and charges come to {expected}.",
    "Take the sum of the lines, less the sum of the allowances, plus the sum of the charges.",
);

static BR_CO_14: Rule = Rule::fatal(
    "BR-CO-14",
    &["BT-110", "BT-117"],
    "The total VAT is \"{found}\", but the entries of the VAT breakdown come to {expected}.",
    "Add up the tax amounts of the VAT breakdown.",
);

static BR_CO_16: Rule = Rule::fatal(
    "BR-CO-16",
    &["BT-112", "BT-113", "BT-114", "BT-115"],
    "The amount due is {found}, but total, paid amount and rounding come to {expected}.",
    "Take the total with VAT, less the paid amount, plus the rounding amount.",
);

static BR_DEC_09: Rule =
    two_decimals! { "BR-DEC-09", ["BT-106"], "The sum of the line net amounts" };
static BR_DEC_10: Rule = two_decimals! { "BR-DEC-10", ["BT-107"], "The sum of the allowances" };
static BR_DEC_11: Rule = two_decimals! { "BR-DEC-11", ["BT-108"], "The sum of the charges" };
static BR_DEC_12: Rule = two_decimals! { "BR-DEC-12", ["BT-109"], "The total without VAT" };
static BR_DEC_13: Rule = two_decimals! { "BR-DEC-13", ["BT-110"], "The total VAT" };
static BR_DEC_14: Rule = two_decimals! { "BR-DEC-14", ["BT-112"], "The total with VAT" };

static BR_DEC_15: Rule = Rule::fatal(
    "BR-DEC-15",
    &["BT-111"],
    "The total VAT in the accounting currency is missing or has more than two decimals.",
    "Round the amount to two decimals.",
);

static BR_DEC_16: Rule = two_decimals! { "BR-DEC-16", ["BT-113"], "The paid amount" };
static BR_DEC_17: Rule = two_decimals! { "BR-DEC-17", ["BT-114"], "The rounding amount" };
static BR_DEC_18: Rule = two_decimals! { "BR-DEC-18", ["BT-115"], "The amount due" };

/// The rules of this file.
pub(super) static RULES: [&Rule; 21] = [
    &BR_12, &BR_13, &BR_14, &BR_15, &BR_53, &BR_CO_10, &BR_CO_11, &BR_CO_12, &BR_CO_13, &BR_CO_14,
    &BR_CO_16, &BR_DEC_09, &BR_DEC_10, &BR_DEC_11, &BR_DEC_12, &BR_DEC_13, &BR_DEC_14, &BR_DEC_15,
    &BR_DEC_16, &BR_DEC_17, &BR_DEC_18,
];
