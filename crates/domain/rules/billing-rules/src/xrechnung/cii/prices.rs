//! Peppol's rules on prices.

use super::Invoice;
use super::names::*;
use crate::index::{Attribute, Element, Index};
use crate::names::Name;
use crate::number::XsDecimal;
use crate::peppol::reading::{any_is, exists, require};
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted, Value};

/// The discount of a gross price.
const DISCOUNT: [Name; 2] = [APPLIED_ALLOWANCE_CHARGE, ACTUAL_AMOUNT];

/// Checks them.
pub(super) fn check(invoice: &Invoice<'_, '_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let index = invoice.index;
    for price in [NET_PRICE, GROSS_PRICE].into_iter().flat_map(|name| index.named(name)) {
        if let Some(base) = index.child_decimal(price, BASIS_QUANTITY)?
            && base <= XsDecimal::ZERO
        {
            hits.push_with(&R121, price, Value::None, Value::Decimal(base));
        }
        for base in index.children_named(price, BASIS_QUANTITY) {
            require(hits, &R130, base, has_unit_of_line(index, price, base));
        }
    }
    for gross in index.named(GROSS_PRICE) {
        if index.is_under(gross, &[LINE_AGREEMENT, LINE, TRANSACTION]) {
            gross_price(index, gross, hits)?;
        }
    }
    Ok(())
}

/// Whether the base quantity has no unit, or that of the line's quantity.
fn has_unit_of_line(index: &Index<'_>, price: Element, base: Element) -> bool {
    let Some(unit) = index.attribute(base, Attribute::UnitCode) else { return true };
    let line = index.parent(price).and_then(|agreement| index.parent(agreement));
    line.is_some_and(|line| {
        index
            .path(line, &[LINE_DELIVERY, BILLED_QUANTITY])
            .any(|quantity| index.attribute(quantity, Attribute::UnitCode) == Some(unit))
    })
}

fn gross_price(
    index: &Index<'_>,
    gross: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let indicator = [APPLIED_ALLOWANCE_CHARGE, CHARGE_INDICATOR, INDICATOR];
    let discounted = exists(index, gross, &DISCOUNT);
    require(hits, &R044, gross, !discounted || any_is(index, gross, &indicator, "false"));
    if !index.has_child(gross, CHARGE_AMOUNT) {
        return Ok(());
    }
    let agreement = index.parent(gross).unwrap_or(gross);
    let Some(net) = index.only_at(agreement, &[NET_PRICE, CHARGE_AMOUNT])? else {
        hits.push(&R046, gross);
        return Ok(());
    };
    let net = index.decimal(net)?;
    let amount = index.child_decimal(gross, CHARGE_AMOUNT)?.unwrap_or(XsDecimal::ZERO);
    let right = amount.minus(&discount(index, gross)?);
    if net != right {
        hits.push_with(&R046, gross, Value::Decimal(right), Value::Decimal(net));
    }
    Ok(())
}

/// The first amount of the only discount; of several the official engine gives up.
fn discount(index: &Index<'_>, gross: Element) -> Result<XsDecimal, StylesheetAborted> {
    let firsts = index
        .children_named(gross, APPLIED_ALLOWANCE_CHARGE)
        .filter_map(|discount| index.child(discount, ACTUAL_AMOUNT));
    match crate::index::single(firsts)? {
        Some(amount) => index.decimal(amount),
        None => Ok(XsDecimal::ZERO),
    }
}

/// The rules of this file.
pub(super) static RULES: [&Rule; 4] = [&R121, &R130, &R044, &R046];

static R121: Rule = Rule::fatal(
    "PEPPOL-EN16931-R121",
    &["BT-149"],
    "The price's base quantity is {found}, not above zero.",
    "Give a positive BasisQuantity, or leave it out for a price per unit.",
);
static R130: Rule = Rule::fatal(
    "PEPPOL-EN16931-R130",
    &["BT-130", "BT-150"],
    "The unit of the price's base quantity is not that of the line's quantity.",
    "Use the same unitCode in both.",
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
    "Let the net ChargeAmount be the gross one minus the ActualAmount of its discount.",
);
