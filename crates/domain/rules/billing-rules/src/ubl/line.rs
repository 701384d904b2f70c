//! Invoice lines, their items, prices and periods.

use super::context::Ubl;
use super::entry::{Entry, Outcome, Test, Tested, fatal, holds, two_decimals};
use super::tax::is_vat_by_its_scheme;
use crate::date::Date;
use crate::index::{Attribute, Element};
use crate::names::ubl::{cac, cbc};
use crate::verdict::StylesheetAborted;

/// Rules of a line.
pub(crate) static ROWS: &[Entry] = &[
    fatal(
        "BR-21",
        &["BG-25", "BT-126"],
        Test::HasText(&[cbc::ID]),
        "The line has no identifier.",
        "Add cbc:ID to the line.",
    ),
    fatal(
        "BR-22",
        &["BG-25", "BT-129"],
        Test::HasEither(cbc::INVOICED_QUANTITY, cbc::CREDITED_QUANTITY),
        "The line has no quantity.",
        "Add cbc:InvoicedQuantity, or cbc:CreditedQuantity in a credit note.",
    ),
    fatal(
        "BR-23",
        &["BG-25", "BT-130"],
        Test::Check(quantity_has_unit),
        "The line's quantity has no unit.",
        "Add the attribute unitCode, such as C62 for pieces.",
    ),
    fatal(
        "BR-24",
        &["BG-25", "BT-131"],
        Test::Has(cbc::LINE_EXTENSION_AMOUNT),
        "The line has no net amount.",
        "Add cbc:LineExtensionAmount to the line.",
    ),
    fatal(
        "BR-25",
        &["BG-25", "BT-153"],
        Test::HasText(&[cac::ITEM, cbc::NAME]),
        "The line's item has no name.",
        "Add cac:Item/cbc:Name.",
    ),
    fatal(
        "BR-26",
        &["BG-25", "BT-146"],
        Test::Reaches(&[cac::PRICE, cbc::PRICE_AMOUNT]),
        "The line's item has no price.",
        "Add cac:Price/cbc:PriceAmount.",
    ),
    fatal(
        "BR-27",
        &["BT-146"],
        Test::Check(price_is_not_negative),
        "The price of the line's item is missing or below zero.",
        "Write a price of zero or more; take back goods by a negative quantity.",
    ),
    fatal(
        "BR-28",
        &["BT-148"],
        Test::Check(gross_price_is_not_negative),
        "The gross price of the line's item is below zero.",
        "Write a cbc:BaseAmount of zero or more to the price's allowance.",
    ),
    fatal(
        "BR-CO-04",
        &["BG-25", "BT-151"],
        Test::Check(has_vat_category),
        "The line's item has no VAT category.",
        "Add cac:ClassifiedTaxCategory with cbc:ID and the tax scheme VAT to the item.",
    ),
    two_decimals! { "BR-DEC-23", ["BT-131"], cbc::LINE_EXTENSION_AMOUNT, "The line's net amount" },
    fatal(
        "UBL-SR-34",
        &["BT-127"],
        Test::AtMostOne(&[cbc::NOTE]),
        "The line has several notes.",
        "Keep one cbc:Note.",
    ),
    fatal(
        "UBL-SR-35",
        &["BT-132"],
        Test::AtMostOne(&[cac::ORDER_LINE_REFERENCE, cbc::LINE_ID]),
        "The line refers to several lines of orders.",
        "Keep one cac:OrderLineReference/cbc:LineID.",
    ),
    fatal(
        "UBL-SR-36",
        &["BG-26"],
        Test::AtMostOne(&[cac::INVOICE_PERIOD]),
        "The line has several periods.",
        "Keep one cac:InvoicePeriod.",
    ),
    fatal(
        "UBL-SR-37",
        &["BT-147"],
        Test::AtMostOne(&[cac::PRICE, cac::ALLOWANCE_CHARGE, cbc::AMOUNT]),
        "The price has several discounts.",
        "Keep one cac:Price/cac:AllowanceCharge.",
    ),
    fatal(
        "UBL-SR-48",
        &["BG-30"],
        Test::Check(has_one_category),
        "The line's item has no VAT category, or several.",
        "Give the item one cac:ClassifiedTaxCategory.",
    ),
    fatal(
        "UBL-SR-50",
        &["BT-154"],
        Test::AtMostOne(&[cac::ITEM, cbc::DESCRIPTION]),
        "The line's item has several descriptions.",
        "Keep one cac:Item/cbc:Description.",
    ),
    fatal(
        "UBL-SR-52",
        &["BT-128"],
        Test::AtMostOne(&[cac::DOCUMENT_REFERENCE]),
        "The line refers to several objects.",
        "Keep one cac:DocumentReference.",
    ),
];

/// Rules of a line's period.
pub(crate) static LINE_PERIOD: &[Entry] = &[
    fatal(
        "BR-30",
        &["BT-134", "BT-135"],
        Test::Check(ends_after_start),
        "The line's period ends before it begins.",
        "Write an end date that is the start date or later.",
    ),
    fatal(
        "BR-CO-20",
        &["BG-26", "BT-134", "BT-135"],
        Test::HasEither(cbc::START_DATE, cbc::END_DATE),
        "The line's period has neither start nor end.",
        "Add cbc:StartDate or cbc:EndDate.",
    ),
];

/// Rules of the document's period.
pub(crate) static PERIOD: &[Entry] = &[
    fatal(
        "BR-29",
        &["BT-73", "BT-74"],
        Test::Check(ends_after_start),
        "The invoicing period ends before it begins.",
        "Write an end date that is the start date or later.",
    ),
    fatal(
        "BR-CO-19",
        &["BG-14", "BT-73", "BT-74"],
        Test::Check(period_is_filled),
        "The invoicing period has neither start nor end.",
        "Add cbc:StartDate or cbc:EndDate, or cbc:DescriptionCode alone.",
    ),
];

/// Rules of an item's property.
pub(crate) static PROPERTY: &[Entry] = &[fatal(
    "BR-54",
    &["BG-32", "BT-160", "BT-161"],
    Test::Check(|ubl, e| holds(ubl.has_child(e, cbc::NAME) && ubl.has_child(e, cbc::VALUE))),
    "The item's attribute lacks its name or its value.",
    "Give cac:AdditionalItemProperty both cbc:Name and cbc:Value.",
)];

/// Rules of an item's classification.
pub(crate) static CLASSIFICATION: &[Entry] = &[fatal(
    "BR-65",
    &["BT-158"],
    Test::HasAttribute(Attribute::ListId),
    "The item's classification {found} does not say its list.",
    "Add the attribute listID, such as STI.",
)];

/// Rules of an item's standard identifier.
pub(crate) static STANDARD_ID: &[Entry] = &[fatal(
    "BR-64",
    &["BT-157"],
    Test::HasAttribute(Attribute::SchemeId),
    "The item's standard identifier {found} does not say its scheme.",
    "Add the attribute schemeID, such as 0160 for a GTIN.",
)];

/// All tables.
pub(crate) static ALL: &[&[Entry]] =
    &[ROWS, LINE_PERIOD, PERIOD, PROPERTY, CLASSIFICATION, STANDARD_ID];

fn quantity_has_unit(ubl: &Ubl<'_, '_>, line: Element) -> Tested {
    holds(ubl.children(line).any(|child| {
        matches!(ubl.name(child), cbc::INVOICED_QUANTITY | cbc::CREDITED_QUANTITY)
            && ubl.has(child, Attribute::UnitCode)
    }))
}

fn price_is_not_negative(ubl: &Ubl<'_, '_>, line: Element) -> Tested {
    for price in ubl.children_named(line, cac::PRICE) {
        for amount in ubl.children_named(price, cbc::PRICE_AMOUNT) {
            if ubl.compared_with_zero(amount)?.is_ge() {
                return Ok(Outcome::Holds);
            }
        }
    }
    Ok(Outcome::Fails)
}

fn gross_price_is_not_negative(ubl: &Ubl<'_, '_>, line: Element) -> Tested {
    let mut any = false;
    for price in ubl.children_named(line, cac::PRICE) {
        for allowance in ubl.children_named(price, cac::ALLOWANCE_CHARGE) {
            for amount in ubl.children_named(allowance, cbc::BASE_AMOUNT) {
                any = true;
                if ubl.compared_with_zero(amount)?.is_ge() {
                    return Ok(Outcome::Holds);
                }
            }
        }
    }
    holds(!any)
}

fn has_vat_category(ubl: &Ubl<'_, '_>, line: Element) -> Tested {
    for item in ubl.children_named(line, cac::ITEM) {
        for category in ubl.children_named(item, cac::CLASSIFIED_TAX_CATEGORY) {
            if is_vat_by_its_scheme(ubl, category)? && ubl.has_child(category, cbc::ID) {
                return Ok(Outcome::Holds);
            }
        }
    }
    Ok(Outcome::Fails)
}

fn has_one_category(ubl: &Ubl<'_, '_>, line: Element) -> Tested {
    let categories: usize = ubl
        .children_named(line, cac::ITEM)
        .map(|item| ubl.count(item, cac::CLASSIFIED_TAX_CATEGORY))
        .sum();
    holds(categories == 1)
}

fn ends_after_start(ubl: &Ubl<'_, '_>, period: Element) -> Tested {
    if !ubl.has_child(period, cbc::START_DATE) || !ubl.has_child(period, cbc::END_DATE) {
        return Ok(Outcome::Holds);
    }
    let date = |name| -> Result<Option<Date>, StylesheetAborted> {
        let Some(child) = ubl.only(period, name)? else { return Ok(None) };
        Date::parse(&ubl.value(child)).map(Some).ok_or(StylesheetAborted::bad_cast(child))
    };
    let end = date(cbc::END_DATE)?;
    holds(end >= date(cbc::START_DATE)?)
}

fn period_is_filled(ubl: &Ubl<'_, '_>, period: Element) -> Tested {
    holds(ubl.children(period).any(|child| {
        matches!(ubl.name(child), cbc::START_DATE | cbc::END_DATE | cbc::DESCRIPTION_CODE)
    }))
}
