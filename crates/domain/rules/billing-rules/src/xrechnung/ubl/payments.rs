//! Third party payments of the extension (BR-DEX-09 to 14).

use crate::decimals::decimals;
use crate::index::{Attribute, Element, Index};
use crate::names::ubl::{cac, cbc};
use crate::names::{INVOICE, Name, cac as aggregate, cbc as basic};
use crate::number::XsDecimal;
use crate::peppol::reading::{any_given, require, value_at};
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted, Value};

const PREPAID_PAYMENT: Name = aggregate("PrepaidPayment");
const PAID_AMOUNT: Name = basic("PaidAmount");
const INSTRUCTION_ID: Name = basic("InstructionID");

/// Checks totals and third party payments.
pub(super) fn check(index: &Index<'_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    for totals in index.named(cac::LEGAL_MONETARY_TOTAL) {
        payable(index, totals, hits)?;
    }
    if index.name(Element::ROOT) == INVOICE {
        for payment in index.children_named(Element::ROOT, PREPAID_PAYMENT) {
            third_party_payment(index, payment, hits)?;
        }
    }
    Ok(())
}

/// BR-DEX-09: what is due is the total less what is prepaid, with rounding and third party payments.
fn payable(index: &Index<'_>, totals: Element, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let amount = |name| index.child_decimal(totals, name);
    let or_zero = |number: Option<XsDecimal>| number.unwrap_or(XsDecimal::ZERO);
    // What is missing decides before the rest is read.
    let Some(due) = amount(cbc::PAYABLE_AMOUNT)? else {
        hits.push(&BR_DEX_09, totals);
        return Ok(());
    };
    let rounding = or_zero(amount(cbc::PAYABLE_ROUNDING_AMOUNT)?);
    let Some(total) = amount(cbc::TAX_INCLUSIVE_AMOUNT)? else {
        hits.push(&BR_DEX_09, totals);
        return Ok(());
    };
    let prepaid = or_zero(amount(cbc::PREPAID_AMOUNT)?);
    let right = total.minus(&prepaid).plus(&third_party_payments(index, totals)?);
    if due.minus(&rounding).rounded_to_cents() != right.rounded_to_cents() {
        let place = index.child(totals, cbc::PAYABLE_AMOUNT).unwrap_or(totals);
        let expected = Value::Decimal(right.plus(&rounding));
        hits.push_with(&BR_DEX_09, place, expected, Value::Decimal(due));
    }
    Ok(())
}

/// The sum of the third party payments beside the totals; none where all are blank.
fn third_party_payments(
    index: &Index<'_>,
    totals: Element,
) -> Result<XsDecimal, StylesheetAborted> {
    let Some(document) = index.parent(totals) else { return Ok(XsDecimal::ZERO) };
    if !any_given(index, document, &[PREPAID_PAYMENT, PAID_AMOUNT]) {
        return Ok(XsDecimal::ZERO);
    }
    let mut sum = XsDecimal::ZERO;
    for payment in index.children_named(document, PREPAID_PAYMENT) {
        if let Some(paid) = index.child_decimal(payment, PAID_AMOUNT)? {
            sum = sum.plus(&paid);
        }
    }
    Ok(sum)
}

fn third_party_payment(
    index: &Index<'_>,
    payment: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let asked = [(&BR_DEX_10, cbc::ID), (&BR_DEX_11, PAID_AMOUNT), (&BR_DEX_12, INSTRUCTION_ID)];
    for (rule, name) in asked {
        require(hits, rule, payment, any_given(index, payment, &[name]));
    }
    let paid = value_at(index, payment, &[PAID_AMOUNT])?;
    require(hits, &BR_DEX_13, payment, decimals(&paid) <= 2);
    let document = |currency: &str| {
        let mut codes = index.children_named(Element::ROOT, cbc::DOCUMENT_CURRENCY_CODE);
        codes.any(|code| index.is(code, currency))
    };
    let mut currencies = index
        .children_named(payment, PAID_AMOUNT)
        .filter_map(|paid| index.attribute(paid, Attribute::CurrencyId));
    require(hits, &BR_DEX_14, payment, currencies.any(document));
    Ok(())
}

/// The rules of this file.
pub(super) static RULES: [&Rule; 6] =
    [&BR_DEX_09, &BR_DEX_10, &BR_DEX_11, &BR_DEX_12, &BR_DEX_13, &BR_DEX_14];

static BR_DEX_09: Rule = Rule::fatal(
    "BR-DEX-09",
    &["BT-112", "BT-113", "BT-114", "BT-115"],
    "The amount due is {found}, but total, prepaid amount, rounding and third party payments make {expected}.",
    "Let it be the total with VAT, less the prepaid amount, plus rounding and third party payments.",
);
static BR_DEX_10: Rule = Rule::fatal(
    "BR-DEX-10",
    &[],
    "A third party payment has no type.",
    "Give PrepaidPayment/ID (BT-DEX-001).",
);
static BR_DEX_11: Rule = Rule::fatal(
    "BR-DEX-11",
    &[],
    "A third party payment has no amount.",
    "Give PrepaidPayment/PaidAmount (BT-DEX-002).",
);
static BR_DEX_12: Rule = Rule::fatal(
    "BR-DEX-12",
    &[],
    "A third party payment has no description.",
    "Give PrepaidPayment/InstructionID (BT-DEX-003).",
);
static BR_DEX_13: Rule = Rule::fatal(
    "BR-DEX-13",
    &[],
    "The amount of a third party payment has more than two decimals.",
    "Round it to two decimals.",
);
static BR_DEX_14: Rule = Rule::fatal(
    "BR-DEX-14",
    &["BT-5"],
    "The amount of a third party payment is not in the currency of the invoice.",
    "Give the currency of the invoice in PaidAmount/@currencyID.",
);
