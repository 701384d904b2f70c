//! Allowances and charges of the document and of lines.

use super::context::Ubl;
use super::entry::{Entry, Outcome, Test, Tested, fatal, two_decimals};
use super::tax::has_vat_scheme;
use crate::index::Element;
use crate::names::ubl::{cac, cbc};

const HAS_REASON: Test =
    Test::HasEither(cbc::ALLOWANCE_CHARGE_REASON, cbc::ALLOWANCE_CHARGE_REASON_CODE);
const ONE_REASON: Test = Test::AtMostOne(&[cbc::ALLOWANCE_CHARGE_REASON]);
const ADD_REASON: &str = "Add cbc:AllowanceChargeReason or cbc:AllowanceChargeReasonCode.";
const ADD_AMOUNT: &str = "Add cbc:Amount.";
const SAME_REASON: &str = "Let the reason's text and code mean the same.";

/// Rules of the document's allowances.
pub(crate) static DOCUMENT_ALLOWANCE: &[Entry] = &[
    fatal(
        "BR-31",
        &["BG-20", "BT-92"],
        Test::Has(cbc::AMOUNT),
        "The document's allowance has no amount.",
        ADD_AMOUNT,
    ),
    fatal(
        "BR-32",
        &["BG-20", "BT-95"],
        Test::Check(has_vat_category),
        "The document's allowance has no VAT category code.",
        "Add cac:TaxCategory with cbc:ID and the tax scheme VAT.",
    ),
    fatal(
        "BR-33",
        &["BG-20", "BT-97", "BT-98"],
        HAS_REASON,
        "The document's allowance has no reason.",
        ADD_REASON,
    ),
    fatal(
        "BR-CO-05",
        &["BT-97", "BT-98"],
        Test::Always,
        "The reason's text and code of the document's allowance differ in meaning.",
        SAME_REASON,
    ),
    fatal(
        "BR-CO-21",
        &["BG-20", "BT-97", "BT-98"],
        HAS_REASON,
        "The document's allowance has neither a reason nor a reason code.",
        ADD_REASON,
    ),
    two_decimals! { "BR-DEC-01", ["BT-92"], cbc::AMOUNT, "The amount of the document's allowance" },
    two_decimals! { "BR-DEC-02", ["BT-93"], cbc::BASE_AMOUNT, "The base amount of the document's allowance" },
];

/// Rules of the document's charges.
pub(crate) static DOCUMENT_CHARGE: &[Entry] = &[
    fatal(
        "BR-36",
        &["BG-21", "BT-99"],
        Test::Has(cbc::AMOUNT),
        "The document's charge has no amount.",
        ADD_AMOUNT,
    ),
    fatal(
        "BR-37",
        &["BG-21", "BT-102"],
        Test::Check(has_vat_category),
        "The document's charge has no VAT category code.",
        "Add cac:TaxCategory with cbc:ID and the tax scheme VAT.",
    ),
    fatal(
        "BR-38",
        &["BG-21", "BT-104", "BT-105"],
        HAS_REASON,
        "The document's charge has no reason.",
        ADD_REASON,
    ),
    fatal(
        "BR-CO-06",
        &["BT-104", "BT-105"],
        Test::Always,
        "The reason's text and code of the document's charge differ in meaning.",
        SAME_REASON,
    ),
    fatal(
        "BR-CO-22",
        &["BG-21", "BT-104", "BT-105"],
        HAS_REASON,
        "The document's charge has neither a reason nor a reason code.",
        ADD_REASON,
    ),
    two_decimals! { "BR-DEC-05", ["BT-99"], cbc::AMOUNT, "The amount of the document's charge" },
    two_decimals! { "BR-DEC-06", ["BT-100"], cbc::BASE_AMOUNT, "The base amount of the document's charge" },
];

/// Rules of a line's allowances.
pub(crate) static LINE_ALLOWANCE: &[Entry] = &[
    fatal(
        "BR-41",
        &["BG-27", "BT-136"],
        Test::Has(cbc::AMOUNT),
        "The line's allowance has no amount.",
        ADD_AMOUNT,
    ),
    fatal(
        "BR-42",
        &["BG-27", "BT-139", "BT-140"],
        HAS_REASON,
        "The line's allowance has no reason.",
        ADD_REASON,
    ),
    fatal(
        "BR-CO-07",
        &["BT-139", "BT-140"],
        Test::Always,
        "The reason's text and code of the line's allowance differ in meaning.",
        SAME_REASON,
    ),
    fatal(
        "BR-CO-23",
        &["BG-27", "BT-139", "BT-140"],
        HAS_REASON,
        "The line's allowance has neither a reason nor a reason code.",
        ADD_REASON,
    ),
    two_decimals! { "BR-DEC-24", ["BT-136"], cbc::AMOUNT, "The amount of the line's allowance" },
    two_decimals! { "BR-DEC-25", ["BT-137"], cbc::BASE_AMOUNT, "The base amount of the line's allowance" },
];

/// Rules of a line's charges.
pub(crate) static LINE_CHARGE: &[Entry] = &[
    fatal(
        "BR-43",
        &["BG-28", "BT-141"],
        Test::Has(cbc::AMOUNT),
        "The line's charge has no amount.",
        ADD_AMOUNT,
    ),
    fatal("BR-44", &[], HAS_REASON, "The line's charge has no reason.", ADD_REASON),
    fatal(
        "BR-CO-08",
        &["BT-144", "BT-145"],
        Test::Always,
        "The reason's text and code of the line's charge differ in meaning.",
        SAME_REASON,
    ),
    fatal(
        "BR-CO-24",
        &["BG-28", "BT-144", "BT-145"],
        HAS_REASON,
        "The line's charge has neither a reason nor a reason code.",
        ADD_REASON,
    ),
    two_decimals! { "BR-DEC-27", ["BT-141"], cbc::AMOUNT, "The amount of the line's charge" },
    two_decimals! { "BR-DEC-28", ["BT-142"], cbc::BASE_AMOUNT, "The base amount of the line's charge" },
];

/// Rules of allowances of any level.
pub(crate) static ANY_ALLOWANCE: &[Entry] = &[fatal(
    "UBL-SR-30",
    &["BT-97", "BT-139"],
    ONE_REASON,
    "The allowance has more than one reason.",
    "Keep one cbc:AllowanceChargeReason.",
)];

/// Rules of charges of any level.
pub(crate) static ANY_CHARGE: &[Entry] = &[fatal(
    "UBL-SR-31",
    &["BT-104", "BT-144"],
    ONE_REASON,
    "The charge has more than one reason.",
    "Keep one cbc:AllowanceChargeReason.",
)];

/// All tables.
pub(crate) static ALL: &[&[Entry]] =
    &[DOCUMENT_ALLOWANCE, DOCUMENT_CHARGE, LINE_ALLOWANCE, LINE_CHARGE, ANY_ALLOWANCE, ANY_CHARGE];

fn has_vat_category(ubl: &Ubl<'_, '_>, charge: Element) -> Tested {
    for category in ubl.children_named(charge, cac::TAX_CATEGORY) {
        if has_vat_scheme(ubl, category)? && ubl.has_child(category, cbc::ID) {
            return Ok(Outcome::Holds);
        }
    }
    Ok(Outcome::Fails)
}
