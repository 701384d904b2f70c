//! Rules on the lines: amounts, periods, prices.

use super::allowances::within;
use super::facts::Facts;
use super::names::*;
use super::reading::{any_is, normalized_at, require, text_at};
use super::variant::Asks;
use crate::date::Date;
use crate::index::{Attribute, Element, Index};
use crate::names::Name;
use crate::number::XsDecimal;
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted, Value};

/// The rules of this file.
pub(super) const RULES: &[&Rule] = &[&R110, &R111, &R120, &R121, &R100, &R101, &R130];

/// Checks them.
pub(super) fn check(facts: &Facts<'_, '_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let index = facts.index;
    period(index, START_DATE, hits)?;
    period(index, END_DATE, hits)?;
    let invoice = index.name(Element::ROOT) == INVOICE;
    let quantity = if invoice { INVOICED_QUANTITY } else { CREDITED_QUANTITY };
    for name in [INVOICE_LINE, CREDIT_NOTE_LINE] {
        for line in index.named(name) {
            net_amount(facts, line, quantity, hits)?;
            references(facts, line, hits);
        }
    }
    for base in index.named(BASE_QUANTITY) {
        if index.parent_name(base) == PRICE && index.has(base, Attribute::UnitCode) {
            unit_of_price(index, base, quantity, hits);
        }
    }
    Ok(())
}

/// A line's period is to lie within the document's.
fn period(index: &Index<'_>, bound: Name, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    // looked up once: it takes a walk over all lines
    let mut known = None;
    for date in index.named(bound) {
        let of_line = index.is_under(date, &[INVOICE_PERIOD, INVOICE_LINE, INVOICE])
            || index.is_under(date, &[INVOICE_PERIOD, CREDIT_NOTE_LINE, CREDIT_NOTE]);
        if !of_line {
            continue;
        }
        let document = ancestor(index, date, 3);
        let limit = match known {
            Some((of, limit)) if of == document => limit,
            _ => known.insert((document, index.only_at(document, &[INVOICE_PERIOD, bound]))).1,
        };
        if limit == Ok(None) {
            continue;
        }
        let Some(text) = text_at(index, date, &[])? else {
            hits.push(if bound == START_DATE { &R110 } else { &R111 }, date);
            continue;
        };
        let own = Date::parse(&text).ok_or(StylesheetAborted::bad_cast(date))?;
        let Some(limit) = limit? else { continue };
        let limit = Date::parse(&index.value(limit)).ok_or(StylesheetAborted::bad_cast(limit))?;
        if bound == START_DATE {
            require(hits, &R110, date, own >= limit);
        } else {
            require(hits, &R111, date, own <= limit);
        }
    }
    Ok(())
}

fn ancestor(index: &Index<'_>, element: Element, steps: usize) -> Element {
    (0..steps).fold(element, |at, _| index.parent(at).unwrap_or(at))
}

/// What the line's own price, allowances and charges make of it.
fn net_amount(
    facts: &Facts<'_, '_>,
    line: Element,
    quantity: Name,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let index = facts.index;
    let one = XsDecimal::whole(1);
    let amount = index.child_decimal(line, LINE_EXTENSION_AMOUNT)?.unwrap_or(XsDecimal::ZERO);
    let quantity = index.child_decimal(line, quantity)?.unwrap_or(one);
    let price = decimal_of_price(index, line, PRICE_AMOUNT)?.unwrap_or(XsDecimal::ZERO);
    let base = decimal_of_price(index, line, BASE_QUANTITY)?;
    let (allowances, charges) = allowances_and_charges(index, line)?;
    let unit_price = match &base {
        Some(base) if !base.is_zero() => {
            price.divided_by(base).ok_or(StylesheetAborted::arithmetic(line))?
        }
        _ => price,
    };
    let right = quantity.times(&unit_price).plus(&charges).minus(&allowances);
    if !within(&amount, &right, &facts.slack) {
        let place = index.child(line, LINE_EXTENSION_AMOUNT).unwrap_or(line);
        hits.push_with(facts.variant.r120, place, Value::Decimal(right), Value::Decimal(amount));
    }
    if let Some(base) = base.filter(|base| *base <= XsDecimal::ZERO) {
        hits.push_with(&R121, line, Value::None, Value::Decimal(base));
    }
    Ok(())
}

/// `xs:decimal(cac:Price/…)`.
fn decimal_of_price(
    index: &Index<'_>,
    line: Element,
    name: Name,
) -> Result<Option<XsDecimal>, StylesheetAborted> {
    let mut prices = index.children_named(line, PRICE);
    let Some(price) = prices.next() else { return Ok(None) };
    if prices.next().is_none() {
        return index.child_decimal(price, name);
    }
    index.only_at(line, &[PRICE, name])?.map(|found| index.decimal(found)).transpose()
}

/// The sums of the line's allowances and of its charges, each rounded to cents.
fn allowances_and_charges(
    index: &Index<'_>,
    line: Element,
) -> Result<(XsDecimal, XsDecimal), StylesheetAborted> {
    let (mut allowances, mut charges) = (XsDecimal::ZERO, XsDecimal::ZERO);
    for one in index.children_named(line, ALLOWANCE_CHARGE) {
        let sum = match normalized_at(index, one, &[CHARGE_INDICATOR])?.as_ref() {
            "false" => &mut allowances,
            "true" => &mut charges,
            _ => continue,
        };
        for amount in index.children_named(one, AMOUNT) {
            *sum = sum.plus(&index.decimal(amount)?);
        }
    }
    Ok((allowances.rounded_to_cents(), charges.rounded_to_cents()))
}

fn references(facts: &Facts<'_, '_>, line: Element, hits: &mut Hits) {
    let index = facts.index;
    let references = index.count(line, DOCUMENT_REFERENCE);
    if references > 1 && facts.variant.asks == Asks::Peppol {
        hits.push_with(&R100, line, Value::Count(1), Value::Count(references));
    }
    if references > 0 {
        let object = any_is(index, line, &[DOCUMENT_REFERENCE, DOCUMENT_TYPE_CODE], "130");
        require(hits, &R101, line, object);
    }
}

fn unit_of_price(index: &Index<'_>, base: Element, quantity: Name, hits: &mut Hits) {
    let line = ancestor(index, base, 2);
    if index.parent(base).and_then(|price| index.parent(price)).is_none() {
        return;
    }
    let has_quantity =
        index.has_child(line, INVOICED_QUANTITY) || index.has_child(line, CREDITED_QUANTITY);
    let unit = index.attribute(base, Attribute::UnitCode);
    let mut quantities = index.children_named(line, quantity);
    let same = quantities.any(|q| {
        index.has(q, Attribute::UnitCode) && index.attribute(q, Attribute::UnitCode) == unit
    });
    if has_quantity && !same {
        let own = index.child(line, quantity).and_then(|q| index.attribute(q, Attribute::UnitCode));
        let value_of =
            |code: Option<&str>| code.map_or(Value::None, |code| Value::Owned(code.into()));
        hits.push_with(&R130, base, value_of(own), value_of(unit));
    }
}

static R110: Rule = Rule::fatal(
    "PEPPOL-EN16931-R110",
    &["BT-73", "BT-134"],
    "The line's period begins on \"{found}\", before the document's.",
    "Let the line's StartDate be no earlier than the document's InvoicePeriod/StartDate.",
);
static R111: Rule = Rule::fatal(
    "PEPPOL-EN16931-R111",
    &["BT-74", "BT-135"],
    "The line's period ends on \"{found}\", after the document's.",
    "Let the line's EndDate be no later than the document's InvoicePeriod/EndDate.",
);
pub(super) static R120: Rule = R120_OF_LINES;
/// The rule on net amounts, for those who weigh it differently.
pub(super) const R120_OF_LINES: Rule = Rule::fatal(
    "PEPPOL-EN16931-R120",
    &["BT-131"],
    "The line's net amount is {found}; quantity, price, charges and allowances make {expected}.",
    "Let LineExtensionAmount be quantity times price per base quantity, plus charges, less allowances, to within 0.02.",
);
static R121: Rule = Rule::fatal(
    "PEPPOL-EN16931-R121",
    &["BT-149"],
    "The price's base quantity is {found}, not above zero.",
    "Give a positive BaseQuantity, or leave it out for a price per unit.",
);
static R100: Rule = Rule::fatal(
    "PEPPOL-EN16931-R100",
    &["BT-128"],
    "The line refers to {found} invoiced objects.",
    "Keep one DocumentReference per line.",
);
static R101: Rule = Rule::fatal(
    "PEPPOL-EN16931-R101",
    &["BT-128"],
    "The line refers to a document that is not the invoiced object.",
    "Set DocumentReference/DocumentTypeCode to 130, or leave the reference out.",
);
static R130: Rule = Rule::fatal(
    "PEPPOL-EN16931-R130",
    &["BT-130", "BT-150"],
    "The price's base quantity is in \"{found}\", the line's quantity in \"{expected}\".",
    "Use the same unitCode in both.",
);
