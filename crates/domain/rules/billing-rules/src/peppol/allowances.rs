//! Rules on allowances and charges of documents, lines and prices.

use super::facts::Facts;
use super::names::*;
use super::reading::{normalized_at, normalized_text_at, require};
use crate::index::{Element, Index};
use crate::number::XsDecimal;
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted, Value};

/// The rules of this file.
pub(super) const RULES: &[&Rule] = &[&R041, &R042, &R040, &R043, &R044, &R046];

/// Checks them.
pub(super) fn check(facts: &Facts<'_, '_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let index = facts.index;
    for allowance in index.named(ALLOWANCE_CHARGE) {
        if index.parent_name(allowance) == PRICE {
            of_price(index, allowance, hits)?;
        } else if is_of_document_or_line(index, allowance) {
            of_document_or_line(facts, allowance, hits)?;
        }
    }
    Ok(())
}

fn is_of_document_or_line(index: &Index<'_>, allowance: Element) -> bool {
    match index.parent_name(allowance) {
        INVOICE | CREDIT_NOTE => true,
        INVOICE_LINE => index.is_under(allowance, &[INVOICE_LINE, INVOICE]),
        CREDIT_NOTE_LINE => index.is_under(allowance, &[CREDIT_NOTE_LINE, CREDIT_NOTE]),
        _ => false,
    }
}

/// A missing base or percentage hides the other rules.
fn of_document_or_line(
    facts: &Facts<'_, '_>,
    allowance: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let index = facts.index;
    let percentage = index.has_child(allowance, MULTIPLIER_FACTOR_NUMERIC);
    let base = index.has_child(allowance, BASE_AMOUNT);
    match (percentage, base) {
        (true, false) => hits.push(&R041, allowance),
        (false, true) => hits.push(&R042, allowance),
        _ => {
            if percentage {
                amount_of_percentage(facts, allowance, hits)?;
            }
            let indicator = normalized_text_at(index, allowance, &[CHARGE_INDICATOR])?;
            require(hits, &R043, allowance, indicator == "true" || indicator == "false");
        }
    }
    Ok(())
}

fn amount_of_percentage(
    facts: &Facts<'_, '_>,
    allowance: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let index = facts.index;
    let amount = index.child_decimal(allowance, AMOUNT)?.unwrap_or(XsDecimal::ZERO);
    let base = index.child_decimal(allowance, BASE_AMOUNT)?.unwrap_or(XsDecimal::ZERO);
    let rate =
        index.child_decimal(allowance, MULTIPLIER_FACTOR_NUMERIC)?.unwrap_or(XsDecimal::ZERO);
    let right = base.times(&rate).hundredth();
    if !within(&amount, &right, &facts.slack) {
        let place = index.child(allowance, AMOUNT).unwrap_or(allowance);
        hits.push_with(&R040, place, Value::Decimal(right), Value::Decimal(amount));
    }
    Ok(())
}

/// Whether two amounts are at most so far apart, exactly.
pub(crate) fn within(amount: &XsDecimal, right: &XsDecimal, slack: &XsDecimal) -> bool {
    amount.minus(right).abs() <= *slack
}

fn of_price(
    index: &Index<'_>,
    allowance: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let indicator = normalized_at(index, allowance, &[CHARGE_INDICATOR])?;
    require(hits, &R044, allowance, indicator == "false");
    if !index.has_child(allowance, BASE_AMOUNT) {
        return Ok(());
    }
    let price = index.parent(allowance).unwrap_or(allowance);
    let Some(net) = index.child_decimal(price, PRICE_AMOUNT)? else {
        hits.push(&R046, allowance);
        return Ok(());
    };
    let gross = index.child_decimal(allowance, BASE_AMOUNT)?;
    let discount = index.child_decimal(allowance, AMOUNT)?;
    let right = gross.zip(discount).map(|(gross, discount)| gross.minus(&discount));
    if right.as_ref() != Some(&net) {
        let expected = right.map_or(Value::None, Value::Decimal);
        hits.push_with(&R046, allowance, expected, Value::Decimal(net));
    }
    Ok(())
}

static R041: Rule = Rule::fatal(
    "PEPPOL-EN16931-R041",
    &["BT-93", "BT-100", "BT-137", "BT-142"],
    "The allowance or charge has a percentage but no base amount.",
    "Add BaseAmount, or leave MultiplierFactorNumeric out.",
);
static R042: Rule = Rule::fatal(
    "PEPPOL-EN16931-R042",
    &["BT-94", "BT-101", "BT-138", "BT-143"],
    "The allowance or charge has a base amount but no percentage.",
    "Add MultiplierFactorNumeric, or leave BaseAmount out.",
);
static R040: Rule = Rule::fatal(
    "PEPPOL-EN16931-R040",
    &["BT-92", "BT-99", "BT-136", "BT-141"],
    "The allowance or charge is {found}; its base amount and percentage make {expected}.",
    "Let the amount be base amount times percentage divided by 100, to within 0.02.",
);
static R043: Rule = Rule::fatal(
    "PEPPOL-EN16931-R043",
    &["BG-20", "BG-21", "BG-27", "BG-28"],
    "The charge indicator is neither true nor false.",
    "Write true for a charge and false for an allowance.",
);
static R044: Rule = Rule::fatal(
    "PEPPOL-EN16931-R044",
    &["BT-147"],
    "A price can have a discount but no charge.",
    "Set ChargeIndicator to false, or put the charge on the line.",
);
static R046: Rule = Rule::fatal(
    "PEPPOL-EN16931-R046",
    &["BT-146", "BT-147", "BT-148"],
    "The net price {found} is not the gross price less the discount ({expected}).",
    "Let PriceAmount be BaseAmount minus Amount of the price's allowance.",
);
