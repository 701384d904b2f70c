//! Peppol's rules on allowances and charges.

use super::Invoice;
use super::names::*;
use crate::index::{Element, Index};
use crate::number::XsDecimal;
use crate::peppol::reading::{normalized_text_at, require};
use crate::peppol::within;
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted, Value};

/// Checks them.
pub(super) fn check(invoice: &Invoice<'_, '_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let index = invoice.index;
    for allowance in index.named(ALLOWANCE_CHARGE) {
        let percentage = index.has_child(allowance, CALCULATION_PERCENT);
        match (percentage, index.has_child(allowance, BASIS_AMOUNT)) {
            // What is missing hides the other rules.
            (true, false) => hits.push(&R041, allowance),
            (false, true) => hits.push(&R042, allowance),
            (both, _) => {
                if both {
                    amount_of_percentage(invoice, allowance, hits)?;
                }
                require(hits, &R043_1, allowance, has_indicator(index, allowance)?);
            }
        }
    }
    for allowance in index.named(APPLIED_ALLOWANCE_CHARGE) {
        require(hits, &R043_2, allowance, has_indicator(index, allowance)?);
    }
    Ok(())
}

fn has_indicator(index: &Index<'_>, allowance: Element) -> Result<bool, StylesheetAborted> {
    let indicator = normalized_text_at(index, allowance, &[CHARGE_INDICATOR, INDICATOR])?;
    Ok(indicator == "true" || indicator == "false")
}

fn amount_of_percentage(
    invoice: &Invoice<'_, '_>,
    allowance: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let index = invoice.index;
    let number = |name| Ok(index.child_decimal(allowance, name)?.unwrap_or(XsDecimal::ZERO));
    let amount = number(ACTUAL_AMOUNT)?;
    let right = number(BASIS_AMOUNT)?.times(&number(CALCULATION_PERCENT)?).hundredth();
    if !within(&amount, &right, &invoice.slack) {
        let place = index.child(allowance, ACTUAL_AMOUNT).unwrap_or(allowance);
        hits.push_with(&R040, place, Value::Decimal(right), Value::Decimal(amount));
    }
    Ok(())
}

/// The rules of this file.
pub(super) static RULES: [&Rule; 5] = [&R041, &R042, &R040, &R043_1, &R043_2];

static R041: Rule = Rule::fatal(
    "PEPPOL-EN16931-R041",
    &["BT-93", "BT-100", "BT-137", "BT-142"],
    "The allowance or charge has a percentage but no base amount.",
    "Add BasisAmount, or leave CalculationPercent out.",
);
static R042: Rule = Rule::fatal(
    "PEPPOL-EN16931-R042",
    &["BT-94", "BT-101", "BT-138", "BT-143"],
    "The allowance or charge has a base amount but no percentage.",
    "Add CalculationPercent, or leave BasisAmount out.",
);
static R040: Rule = Rule::fatal(
    "PEPPOL-EN16931-R040",
    &["BT-92", "BT-99", "BT-136", "BT-141"],
    "The allowance or charge is {found}; its base amount and percentage make {expected}.",
    "Let the amount be base amount times percentage divided by 100, to within 0.02 (0.5 in HUF).",
);
static R043_1: Rule = Rule::fatal(
    "PEPPOL-EN16931-R043-1",
    &["BG-20", "BG-21", "BG-27", "BG-28"],
    "The charge indicator is neither true nor false.",
    "Write true for a charge and false for an allowance.",
);
static R043_2: Rule = Rule::fatal(
    "PEPPOL-EN16931-R043-2",
    &["BT-147"],
    "The charge indicator of a price's discount is neither true nor false.",
    "Write false.",
);
