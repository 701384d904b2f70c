//! The rules on the shape of the document that no table of single elements can tell: exactly one, one of two, the same
//! everywhere.

use super::invoice::Invoice;
use super::name;
use crate::index::{Attribute, Element, Index};
use crate::names::Name;
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted};

/// Runs the rules.
pub(super) fn check(invoice: &Invoice<'_, '_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    check_document(invoice, hits);
    check_dates(invoice.index, hits);
    check_allowances_and_charges(invoice.index, hits);
    for &agreement in &invoice.agreements {
        super::shape_parties::check_agreement(invoice.index, agreement, hits)?;
    }
    for &delivery in &invoice.deliveries {
        super::shape_parties::check_delivery(invoice.index, delivery, hits);
    }
    for &settlement in &invoice.settlements {
        super::shape_parties::check_settlement(invoice.index, settlement, hits)?;
    }
    check_document_wide(invoice, hits);
    for &line in &invoice.lines {
        check_line(invoice, line, hits)?;
    }
    Ok(())
}

fn check_document(invoice: &Invoice<'_, '_>, hits: &mut Hits) {
    let index = invoice.index;
    let Some(root) = invoice.root else { return };
    for context in index.children_named(root, name::CONTEXT) {
        if index.count(context, name::GUIDELINE) != 1 {
            hits.push(&CII_SR_009, context);
        }
        if index.path(context, &[name::GUIDELINE, name::ID]).count() != 1 {
            hits.push(&CII_SR_010, context);
        }
    }
    for document in index.children_named(root, name::DOCUMENT) {
        if index.count(document, name::TYPE_CODE) != 1 {
            hits.push(&CII_SR_014, document);
        }
    }
}

/// CII-DT-097: days of the format 102 are `YYYYMMDD`.
fn check_dates(index: &Index<'_>, hits: &mut Hits) {
    for date in index.named(name::DATE_TIME_STRING) {
        if index.attribute(date, Attribute::Format) == Some("102")
            && !super::day::is_day(&index.value(date))
        {
            hits.push(&CII_DT_097, date);
        }
    }
}

fn check_allowances_and_charges(index: &Index<'_>, hits: &mut Hits) {
    for part in index.named(name::ALLOWANCE_CHARGE) {
        if !index.has_child(part, name::CHARGE_INDICATOR) {
            hits.push(&CII_SR_463, part);
        }
    }
}

/// What may be said only once, or must be the same everywhere, in the whole document.
fn check_document_wide(invoice: &Invoice<'_, '_>, hits: &mut Hits) {
    let index = invoice.index;
    let Some(root) = invoice.root else { return };
    let of_means =
        |name| index.named(name).filter(|&e| index.parent_name(e) == name::PAYMENT_MEANS).collect();
    if !all_same(index, of_means(name::TYPE_CODE)) {
        hits.push(&CII_SR_467, root);
    }
    if !all_same(index, of_means(name::INFORMATION)) {
        hits.push(&CII_SR_468, root);
    }
    let mut references = index
        .named(name::PAYMENT_REFERENCE)
        .filter(|&reference| index.parent_name(reference) == name::SETTLEMENT);
    if let Some(second) = references.nth(1) {
        hits.push(&CII_SR_469, second);
    }
    let codes: Vec<Element> = index
        .named(name::DUE_DATE_CODE)
        .filter(|&code| index.parent_name(code) == name::TAX)
        .collect();
    let differ = codes.iter().any(|&code| index.value(code) != index.value(codes[0]));
    for &settlement in &invoice.settlements {
        if differ {
            hits.push(&CII_SR_462, settlement);
        }
    }
}

/// Whether all elements have the same text, white space aside.
fn all_same(index: &Index<'_>, elements: Vec<Element>) -> bool {
    let Some(&first) = elements.first() else { return true };
    let first = index.normalized(first);
    elements.iter().all(|&element| index.normalized(element) == first)
}

fn check_line(
    invoice: &Invoice<'_, '_>,
    line: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    for part in invoice.index.children(line) {
        match invoice.index.name(part) {
            name::PRODUCT => check_product(invoice.index, part, hits),
            name::LINE_AGREEMENT => check_line_agreement(invoice.index, part, hits)?,
            name::LINE_SETTLEMENT => check_line_settlement(invoice.index, part, hits)?,
            _ => {}
        }
    }
    Ok(())
}

fn check_product(index: &Index<'_>, product: Element, hits: &mut Hits) {
    let mut ids = index.children_named(product, name::GLOBAL_ID).peekable();
    if ids.peek().is_some() && !ids.any(|id| index.has(id, Attribute::SchemeId)) {
        hits.push(&CII_SR_046, product);
    }
    if index.has_child(product, name::ORIGIN_COUNTRY)
        && index.path(product, &[name::ORIGIN_COUNTRY, name::ID]).count() != 1
    {
        hits.push(&CII_SR_090, product);
    }
    for characteristic in index.children_named(product, name::CHARACTERISTIC) {
        if index.count(characteristic, name::DESCRIPTION) != 1 {
            hits.push(&CII_SR_069, characteristic);
        }
        if index.count(characteristic, name::VALUE) != 1 {
            hits.push(&CII_SR_072, characteristic);
        }
    }
}

fn check_line_agreement(
    index: &Index<'_>,
    agreement: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    if index.path(agreement, &[name::NET_PRICE, name::CHARGE_AMOUNT]).count() != 1 {
        hits.push(&CII_SR_439, agreement);
    }
    const DISCOUNT: [Name; 2] = [name::GROSS_PRICE, name::APPLIED_ALLOWANCE_CHARGE];
    let (mut indicated, mut amount, mut allowance) = (false, false, false);
    for discount in index.path(agreement, &DISCOUNT) {
        amount |= index.has_child(discount, name::ACTUAL_AMOUNT);
        indicated |= index.has_child(discount, name::CHARGE_INDICATOR);
    }
    // Without any amount the indicators are not looked at, so that a bad one does no harm.
    let indicators = [&DISCOUNT[..], &[name::CHARGE_INDICATOR, name::INDICATOR]].concat();
    if amount {
        for value in index.path(agreement, &indicators) {
            allowance |= !allowance && !index.boolean(value)?;
        }
    }
    let complete = allowance && amount;
    let absent = !indicated && !amount;
    if !complete && !absent {
        hits.push(&CII_SR_119, agreement);
    }
    Ok(())
}

fn check_line_settlement(
    index: &Index<'_>,
    settlement: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let formatted = index
        .path(settlement, &[name::ALLOWANCE_CHARGE, name::CALCULATION_PERCENT])
        .find(|&percent| index.has(percent, Attribute::Format));
    if let Some(percent) = formatted {
        hits.push(&CII_SR_186, percent);
    }
    if index.count(settlement, name::TAX) != 1 {
        hits.push(&CII_SR_454, settlement);
    }
    let mut objects = 0;
    for document in index.children_named(settlement, name::ADDITIONAL_DOCUMENT) {
        let code = index.only(document, name::TYPE_CODE)?;
        objects += usize::from(code.is_some_and(|code| index.is_normalized(code, "130")));
    }
    if objects > 1 {
        hits.push(&CII_SR_474, settlement);
    }
    Ok(())
}

static CII_SR_009: Rule = Rule::fatal(
    "CII-SR-009",
    &[],
    "The specification is not named exactly once.",
    "Write one GuidelineSpecifiedDocumentContextParameter.",
);

static CII_SR_010: Rule = Rule::fatal(
    "CII-SR-010",
    &[],
    "The specification does not have exactly one identifier.",
    "Give one specification identifier.",
);

static CII_SR_014: Rule = Rule::fatal(
    "CII-SR-014",
    &[],
    "The document does not have exactly one type code.",
    "Give one type code.",
);

static CII_DT_097: Rule = Rule::fatal(
    "CII-DT-097",
    &[],
    "The date \"{found}\" says that it is of the format 102, but is not YYYYMMDD.",
    "Write the year in four digits, the month and the day in two each, with nothing between.",
);

static CII_SR_463: Rule = Rule::fatal(
    "CII-SR-463",
    &["BG-20", "BG-21"],
    "An allowance or charge does not say which of the two it is.",
    "Give ChargeIndicator/Indicator: false for an allowance, true for a charge.",
);

static CII_SR_467: Rule = Rule::fatal(
    "CII-SR-467",
    &["BT-81"],
    "Not all payment means have the same code.",
    "Use one payment means code for the whole invoice.",
);

static CII_SR_468: Rule = Rule::fatal(
    "CII-SR-468",
    &["BT-82"],
    "Not all payment means have the same text.",
    "Use one payment means text for the whole invoice.",
);

static CII_SR_469: Rule = Rule::fatal(
    "CII-SR-469",
    &["BT-83"],
    "The invoice has more than one payment reference.",
    "Keep one payment reference.",
);

static CII_SR_462: Rule = Rule::fatal(
    "CII-SR-462",
    &[],
    "Not all taxes have the same code of the tax point date.",
    "Use one code for the whole invoice.",
);

static CII_SR_046: Rule = Rule::fatal(
    "CII-SR-046",
    &[],
    "The standard identifier of the item has no scheme.",
    "Give the scheme (schemeID), 0160 for a GTIN.",
);

static CII_SR_090: Rule = Rule::fatal(
    "CII-SR-090",
    &[],
    "The country of origin does not have exactly one code.",
    "Give one country code.",
);

static CII_SR_069: Rule = Rule::fatal(
    "CII-SR-069",
    &[],
    "An attribute of the item does not have exactly one name.",
    "Give one name.",
);

static CII_SR_072: Rule = Rule::fatal(
    "CII-SR-072",
    &[],
    "An attribute of the item does not have exactly one value.",
    "Give one value.",
);

static CII_SR_439: Rule = Rule::fatal(
    "CII-SR-439",
    &[],
    "The line does not have exactly one net price.",
    "Give one net price.",
);

static CII_SR_119: Rule = Rule::warning(
    "CII-SR-119",
    &[],
    "The price discount is incomplete, or is a charge.",
    "Give the indicator false and the amount of the discount.",
);

static CII_SR_186: Rule = Rule::warning(
    "CII-SR-186",
    &[],
    "{name} has the attribute format, which has no meaning here.",
    "Remove the attribute.",
);

static CII_SR_454: Rule = Rule::warning(
    "CII-SR-454",
    &[],
    "The line does not have exactly one tax.",
    "Give one VAT category.",
);

static CII_SR_474: Rule = Rule::warning(
    "CII-SR-474",
    &[],
    "The line has more than one object identifier.",
    "Keep one object identifier (type code 130).",
);

/// The rules of this file.
pub(super) static RULES: [&Rule; 18] = [
    &CII_SR_009,
    &CII_SR_010,
    &CII_SR_014,
    &CII_DT_097,
    &CII_SR_463,
    &CII_SR_467,
    &CII_SR_468,
    &CII_SR_469,
    &CII_SR_462,
    &CII_SR_046,
    &CII_SR_090,
    &CII_SR_069,
    &CII_SR_072,
    &CII_SR_439,
    &CII_SR_119,
    &CII_SR_186,
    &CII_SR_454,
    &CII_SR_474,
];
