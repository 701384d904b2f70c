//! Peppol's rules on lines and their periods, and BR-TMP-3.

use std::borrow::Cow;
use std::collections::HashSet;

use super::super::rules::BR_TMP_3;
use super::Invoice;
use super::names::*;
use crate::index::{Attribute, Element, Index};
use crate::names::Name;
use crate::number::XsDecimal;
use crate::peppol::reading::{any_is, exists, normalized_at, require};
use crate::peppol::within;
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted, Value};

/// Checks them.
pub(super) fn check(invoice: &Invoice<'_, '_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let index = invoice.index;
    period(index, START, &R110, hits);
    period(index, END, &R111, hits);
    for line in index.named(LINE) {
        net_amount(invoice, line, hits)?;
        let reference = [LINE_SETTLEMENT, ADDITIONAL_DOCUMENT];
        let object = [LINE_SETTLEMENT, ADDITIONAL_DOCUMENT, TYPE_CODE];
        let good = !exists(index, line, &reference) || any_is(index, line, &object, "130");
        require(hits, &R101, line, good);
    }
    for line in invoice.at(&[LINE]) {
        require(hits, &BR_TMP_3, line, has_one_base(index, line));
    }
    Ok(())
}

/// A line's period lies within the document's. Days are compared as texts.
fn period(index: &Index<'_>, bound: Name, rule: &'static Rule, hits: &mut Hits) {
    // looked up once: it takes a walk over all lines
    let mut known = None;
    for day in index.named(bound) {
        if !index.is_under(day, &[PERIOD, LINE_SETTLEMENT, LINE, TRANSACTION]) {
            continue;
        }
        let transaction = (0..4).try_fold(day, |at, _| index.parent(at)).unwrap_or(day);
        let limit = match known.take() {
            Some((of, limit)) if of == transaction => limit,
            _ => limit(index, transaction, bound),
        };
        if let Some(limit) = &limit {
            let mut days = index.children_named(day, DATE_TIME_STRING).map(|day| index.value(day));
            let within = limit.as_ref().is_some_and(|limit| match bound {
                START => days.any(|day| day >= *limit),
                _ => days.any(|day| day <= *limit),
            });
            require(hits, rule, day, within);
        }
        known = Some((transaction, limit));
    }
}

/// The earliest start or the latest end of the document's periods, which is enough to be within one; nothing where it has
/// none, and nothing in it where that has no day.
fn limit<'d>(index: &Index<'d>, transaction: Element, bound: Name) -> Option<Option<Cow<'d, str>>> {
    let path = [SETTLEMENT, PERIOD, bound, DATE_TIME_STRING];
    index.first_at(transaction, &path[..3])?;
    let days = index.path(transaction, &path).map(|day| index.value(day));
    Some(if bound == START { days.min() } else { days.max() })
}

/// What the line's own price, allowances and charges make of it.
fn net_amount(
    invoice: &Invoice<'_, '_>,
    line: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let index = invoice.index;
    let total = [LINE_SETTLEMENT, LINE_SUMMATION, LINE_TOTAL];
    let amount = number(index, line, &total)?.unwrap_or(XsDecimal::ZERO);
    let quantity = number(index, line, &[LINE_DELIVERY, BILLED_QUANTITY])?;
    let quantity = quantity.unwrap_or(XsDecimal::whole(1));
    let price = number(index, line, &[LINE_AGREEMENT, NET_PRICE, CHARGE_AMOUNT])?;
    let price = price.unwrap_or(XsDecimal::ZERO);
    let unit_price = match base(index, line)? {
        Some(base) => price.divided_by(&base).ok_or(StylesheetAborted::arithmetic(line))?,
        None => price,
    };
    let (allowances, charges) = allowances_and_charges(index, line)?;
    let right = quantity.times(&unit_price).plus(&charges).minus(&allowances);
    if !within(&amount, &right, &invoice.slack) {
        let place = index.first_at(line, &total).unwrap_or(line);
        hits.push_with(&R120, place, Value::Decimal(right), Value::Decimal(amount));
    }
    Ok(())
}

/// `xs:decimal(path)`.
fn number(
    index: &Index<'_>,
    line: Element,
    path: &[Name],
) -> Result<Option<XsDecimal>, StylesheetAborted> {
    index.only_at(line, path)?.map(|found| index.decimal(found)).transpose()
}

/// The base quantity of the net price, else of the gross price; neither if it is zero.
fn base(index: &Index<'_>, line: Element) -> Result<Option<XsDecimal>, StylesheetAborted> {
    for price in [NET_PRICE, GROSS_PRICE] {
        let base = number(index, line, &[LINE_AGREEMENT, price, BASIS_QUANTITY])?;
        if let Some(base) = base.filter(|base| !base.is_zero()) {
            return Ok(Some(base));
        }
    }
    Ok(None)
}

/// The sums of the line's allowances and of its charges, each rounded to cents.
fn allowances_and_charges(
    index: &Index<'_>,
    line: Element,
) -> Result<(XsDecimal, XsDecimal), StylesheetAborted> {
    let (mut allowances, mut charges) = (XsDecimal::ZERO, XsDecimal::ZERO);
    for one in index.path(line, &[LINE_SETTLEMENT, ALLOWANCE_CHARGE]) {
        let sum = match normalized_at(index, one, &[CHARGE_INDICATOR, INDICATOR])?.as_ref() {
            "false" => &mut allowances,
            "true" => &mut charges,
            _ => continue,
        };
        for amount in index.children_named(one, ACTUAL_AMOUNT) {
            *sum = sum.plus(&index.decimal(amount)?);
        }
    }
    Ok((allowances.rounded_to_cents(), charges.rounded_to_cents()))
}

/// Whether the prices' base quantities, where both are given, have the same text and no different units.
fn has_one_base(index: &Index<'_>, line: Element) -> bool {
    let bases = |price| -> Vec<Element> {
        index.path(line, &[LINE_AGREEMENT, price, BASIS_QUANTITY]).collect()
    };
    let (net, gross) = (bases(NET_PRICE), bases(GROSS_PRICE));
    if net.is_empty() || gross.is_empty() {
        return true;
    }
    let texts = |bases: &[Element]| -> HashSet<Cow<'_, str>> {
        bases.iter().map(|&base| index.value(base)).collect()
    };
    let units = |bases: &[Element]| -> HashSet<&str> {
        bases.iter().filter_map(|&base| index.attribute(base, Attribute::UnitCode)).collect()
    };
    let (net_units, gross_units) = (units(&net), units(&gross));
    !texts(&net).is_disjoint(&texts(&gross))
        && (net_units.is_empty() || gross_units.is_empty() || !net_units.is_disjoint(&gross_units))
}

/// The rules of this file, BR-TMP-3 aside.
pub(super) static RULES: [&Rule; 4] = [&R110, &R111, &R120, &R101];

static R110: Rule = Rule::fatal(
    "PEPPOL-EN16931-R110",
    &["BT-73", "BT-134"],
    "The line's period begins before the document's.",
    "Let the line's StartDateTime be no earlier than that of the header's BillingSpecifiedPeriod.",
);
static R111: Rule = Rule::fatal(
    "PEPPOL-EN16931-R111",
    &["BT-74", "BT-135"],
    "The line's period ends after the document's.",
    "Let the line's EndDateTime be no later than that of the header's BillingSpecifiedPeriod.",
);
static R120: Rule = Rule::warning(
    "PEPPOL-EN16931-R120",
    &["BT-131"],
    "The line's net amount is {found}; quantity, price, charges and allowances make {expected}.",
    "Let LineTotalAmount be quantity times price per base quantity, plus charges, less allowances, to within 0.02 (0.5 in HUF).",
);
static R101: Rule = Rule::fatal(
    "PEPPOL-EN16931-R101",
    &["BT-128"],
    "The line refers to a document that is not the invoiced object.",
    "Set the TypeCode of AdditionalReferencedDocument to 130, or leave the reference out.",
);
