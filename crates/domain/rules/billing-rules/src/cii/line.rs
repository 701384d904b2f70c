//! The lines: what each must have, and its price.

use super::decimals::{self, two_decimals};
use super::invoice::Invoice;
use super::name;
use crate::index::{Attribute, Element};
use crate::names::Name;
use crate::number::untyped::compare_with_integer;
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted};

const TOTAL: [Name; 3] = [name::LINE_SETTLEMENT, name::LINE_SUMMATION, name::LINE_TOTAL];
const NET_PRICE: [Name; 3] = [name::LINE_AGREEMENT, name::NET_PRICE, name::CHARGE_AMOUNT];
const GROSS_PRICE: [Name; 3] = [name::LINE_AGREEMENT, name::GROSS_PRICE, name::CHARGE_AMOUNT];

/// Runs the rules on each line.
pub(super) fn check(invoice: &Invoice<'_, '_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let index = invoice.index;
    let breakdown = index
        .named(name::TAX)
        .any(|tax| index.is_under(tax, &[name::SETTLEMENT, name::TRANSACTION]));
    for line in index.named(name::LINE) {
        check_parts(invoice, line, hits)?;
        check_prices(invoice, line, hits)?;
        check_tax(invoice, line, hits)?;
        if !breakdown {
            hits.push(&BR_CO_18, line);
        }
    }
    for characteristic in index.named(name::CHARACTERISTIC) {
        if !index.has_child(characteristic, name::DESCRIPTION)
            || !index.has_child(characteristic, name::VALUE)
        {
            hits.push(&BR_54, characteristic);
        }
    }
    check_classifications(invoice, hits)
}

fn check_parts(
    invoice: &Invoice<'_, '_>,
    line: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let index = invoice.index;
    let blank = |path: &[Name]| -> Result<bool, StylesheetAborted> {
        Ok(index.only_at(line, path)?.is_none_or(|element| index.is_blank(element)))
    };
    if blank(&[name::LINE_DOCUMENT, name::LINE_ID])? {
        hits.push(&BR_21, line);
    }
    let quantity = [name::LINE_DELIVERY, name::BILLED_QUANTITY];
    if index.first_at(line, &quantity).is_none() {
        hits.push(&BR_22, line);
    }
    if !index.path(line, &quantity).any(|quantity| index.has(quantity, Attribute::UnitCode)) {
        hits.push(&BR_23, line);
    }
    match index.only_at(line, &TOTAL)? {
        Some(total) => decimals::check_amount(index, total, &BR_DEC_23, hits),
        None => hits.push(&BR_24, line),
    }
    if blank(&[name::PRODUCT, name::NAME])? {
        hits.push(&BR_25, line);
    }
    let standard = [name::PRODUCT, name::GLOBAL_ID];
    if index.first_at(line, &standard).is_some() {
        let ids = index.path(line, &standard).filter(|&id| index.has(id, Attribute::SchemeId));
        let scheme = crate::index::single(ids)?;
        let scheme = scheme.and_then(|id| index.attribute(id, Attribute::SchemeId));
        if scheme.is_none_or(xml::white_space::is_blank) {
            hits.push(&BR_64, line);
        }
    }
    Ok(())
}

fn check_prices(
    invoice: &Invoice<'_, '_>,
    line: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let index = invoice.index;
    let net = index.first_at(line, &NET_PRICE);
    if net.is_none() {
        hits.push(&BR_26, line);
    }
    if !any_not_negative(invoice, line, &NET_PRICE)? {
        hits.push(&BR_27, net.unwrap_or(line));
    }
    if let Some(gross) = index.first_at(line, &GROSS_PRICE)
        && !any_not_negative(invoice, line, &GROSS_PRICE)?
    {
        hits.push(&BR_28, gross);
    }
    Ok(())
}

fn any_not_negative(
    invoice: &Invoice<'_, '_>,
    line: Element,
    path: &[Name],
) -> Result<bool, StylesheetAborted> {
    for price in invoice.index.path(line, path) {
        let order = compare_with_integer(&invoice.index.value(price), 0);
        if order.ok_or(StylesheetAborted::bad_cast(price))?.is_ge() {
            return Ok(true);
        }
    }
    Ok(false)
}

fn check_tax(
    invoice: &Invoice<'_, '_>,
    line: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    for tax in invoice.index.path(line, &[name::LINE_SETTLEMENT, name::TAX]) {
        if invoice.is_vat(tax)? && invoice.index.has_child(tax, name::CATEGORY_CODE) {
            return Ok(());
        }
    }
    hits.push(&BR_CO_04, line);
    Ok(())
}

/// BR-65: a classification code names its list.
fn check_classifications(
    invoice: &Invoice<'_, '_>,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let index = invoice.index;
    for classification in index.named(name::CLASSIFICATION) {
        if !index.has_child(classification, name::CLASS_CODE) {
            continue;
        }
        let codes = index.children_named(classification, name::CLASS_CODE);
        let listed = crate::index::single(codes.filter(|&c| index.has(c, Attribute::ListId)))?;
        let list = listed.and_then(|code| index.attribute(code, Attribute::ListId));
        if list.is_none_or(xml::white_space::is_blank) {
            hits.push(&BR_65, classification);
        }
    }
    Ok(())
}

static BR_21: Rule = Rule::fatal(
    "BR-21",
    &["BG-25", "BT-126"],
    "The line has no identifier.",
    "Number the line (AssociatedDocumentLineDocument/LineID).",
);

static BR_22: Rule = Rule::fatal(
    "BR-22",
    &["BG-25", "BT-129"],
    "The line has no quantity.",
    "Give the invoiced quantity (BilledQuantity).",
);

static BR_23: Rule = Rule::fatal(
    "BR-23",
    &["BG-25", "BT-130"],
    "The quantity of the line has no unit.",
    "Give the unit of measure (unitCode), C62 for pieces.",
);

static BR_24: Rule = Rule::fatal(
    "BR-24",
    &["BG-25", "BT-131"],
    "The line has no net amount.",
    "Give the net amount of the line (LineTotalAmount).",
);

static BR_25: Rule = Rule::fatal(
    "BR-25",
    &["BG-25", "BT-153"],
    "The item of the line has no name.",
    "Give the name of the item.",
);

static BR_26: Rule = Rule::fatal(
    "BR-26",
    &["BG-25", "BT-146"],
    "The line has no net price.",
    "Give the net price of the item (NetPriceProductTradePrice/ChargeAmount).",
);

static BR_27: Rule = Rule::fatal(
    "BR-27",
    &["BT-146"],
    "The net price \"{found}\" is negative or absent.",
    "Write a price of zero or more; make the quantity negative instead to give back.",
);

static BR_28: Rule = Rule::fatal(
    "BR-28",
    &["BT-148"],
    "The gross price \"{found}\" is negative.",
    "Write a price of zero or more; make the quantity negative instead to give back.",
);

static BR_54: Rule = Rule::fatal(
    "BR-54",
    &["BG-32", "BT-160", "BT-161"],
    "The attribute of the item lacks its name or its value.",
    "Give both, or leave the attribute out.",
);

static BR_64: Rule = Rule::fatal(
    "BR-64",
    &["BT-157"],
    "The standard identifier of the item has no scheme.",
    "Give the scheme (schemeID), 0160 for a GTIN.",
);

static BR_65: Rule = Rule::fatal(
    "BR-65",
    &["BT-158"],
    "The classification of the item does not name its list.",
    "Give the list (listID) that the code is of.",
);

static BR_CO_04: Rule = Rule::fatal(
    "BR-CO-04",
    &["BG-25", "BT-151"],
    "The line has no VAT category.",
    "Give the VAT category code of the line, with the tax type VAT.",
);

static BR_CO_18: Rule = Rule::fatal(
    "BR-CO-18",
    &["BG-23"],
    "The invoice has no VAT breakdown.",
    "Write one entry of the VAT breakdown for each VAT category and rate.",
);

static BR_DEC_23: Rule = two_decimals! { "BR-DEC-23", ["BT-131"], "The net amount of the line" };

/// The rules of this file.
pub(super) static RULES: [&Rule; 14] = [
    &BR_21, &BR_22, &BR_23, &BR_24, &BR_25, &BR_26, &BR_27, &BR_28, &BR_54, &BR_64, &BR_65,
    &BR_CO_04, &BR_CO_18, &BR_DEC_23,
];
