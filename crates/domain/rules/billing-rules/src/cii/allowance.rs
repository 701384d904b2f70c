//! Allowances and charges of the document and of its lines.

use super::decimals::{self, two_decimals};
use super::invoice::Invoice;
use super::name;
use crate::decimals::decimals;
use crate::index::{Element, Index};
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted};

/// The rules of one kind of allowance or charge.
struct Kind {
    amount: &'static Rule,
    /// None for lines, whose VAT category is the line's.
    category: Option<&'static Rule>,
    /// Two rules ask for the same.
    reason: [&'static Rule; 2],
    amount_decimals: &'static Rule,
    basis_decimals: &'static Rule,
}

static ALLOWANCE: Kind = Kind {
    amount: &BR_31,
    category: Some(&BR_32),
    reason: [&BR_33, &BR_CO_21],
    amount_decimals: &BR_DEC_01,
    basis_decimals: &BR_DEC_02,
};

static CHARGE: Kind = Kind {
    amount: &BR_36,
    category: Some(&BR_37),
    reason: [&BR_38, &BR_CO_22],
    amount_decimals: &BR_DEC_05,
    basis_decimals: &BR_DEC_06,
};

static LINE_ALLOWANCE: Kind = Kind {
    amount: &BR_41,
    category: None,
    reason: [&BR_42, &BR_CO_23],
    amount_decimals: &BR_DEC_24,
    basis_decimals: &BR_DEC_25,
};

static LINE_CHARGE: Kind = Kind {
    amount: &BR_43,
    category: None,
    reason: [&BR_44, &BR_CO_24],
    amount_decimals: &BR_DEC_27,
    basis_decimals: &BR_DEC_28,
};

/// Runs the rules on each charge indicator that says exactly `true` or `false`.
pub(super) fn check(invoice: &Invoice<'_, '_>, hits: &mut Hits) -> Result<(), StylesheetAborted> {
    let index = invoice.index;
    for part in index.named(name::ALLOWANCE_CHARGE) {
        let kinds = match index.parent_name(part) {
            name::SETTLEMENT => [&ALLOWANCE, &CHARGE],
            name::LINE_SETTLEMENT => [&LINE_ALLOWANCE, &LINE_CHARGE],
            _ => continue,
        };
        let (mut allowances, mut charges) = (0, 0);
        for indicator in index.children_named(part, name::CHARGE_INDICATOR) {
            let says = |text| {
                index.children_named(indicator, name::INDICATOR).any(|value| index.is(value, text))
            };
            if says("false") {
                allowances += 1;
            } else if says("true") {
                charges += 1;
            }
        }
        for (kind, times) in kinds.into_iter().zip([allowances, charges]) {
            hits.times(times, |hits| check_part(invoice, part, kind, hits))?;
        }
    }
    Ok(())
}

fn check_part(
    invoice: &Invoice<'_, '_>,
    part: Element,
    kind: &Kind,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let index = invoice.index;
    let amount = index.child(part, name::ACTUAL_AMOUNT);
    match amount {
        Some(amount) if decimals(&index.value(amount)) > 2 => {
            hits.push(kind.amount_decimals, amount);
        }
        Some(_) => {}
        None => hits.push(kind.amount, part),
    }
    if let Some(rule) = kind.category
        && !has_category(invoice, part)?
    {
        hits.push(rule, part);
    }
    if !has_reason(index, part) {
        for rule in kind.reason {
            hits.push(rule, part);
        }
    }
    decimals::check(index, part, name::BASIS_AMOUNT, kind.basis_decimals, hits)
}

fn has_category(invoice: &Invoice<'_, '_>, part: Element) -> Result<bool, StylesheetAborted> {
    for tax in invoice.index.children_named(part, name::CATEGORY_TAX) {
        if invoice.is_vat(tax)? && invoice.index.has_child(tax, name::CATEGORY_CODE) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn has_reason(index: &Index<'_>, part: Element) -> bool {
    index.has_child(part, name::REASON) || index.has_child(part, name::REASON_CODE)
}

static BR_31: Rule = Rule::fatal(
    "BR-31",
    &["BG-20", "BT-92"],
    "The document level allowance has no amount.",
    "Give the amount (ActualAmount).",
);

static BR_32: Rule = Rule::fatal(
    "BR-32",
    &["BG-20", "BT-95"],
    "The document level allowance has no VAT category.",
    "Give the VAT category code (CategoryTradeTax), with the tax type VAT.",
);

static BR_33: Rule = Rule::fatal(
    "BR-33",
    &["BG-20", "BT-97", "BT-98"],
    "The document level allowance has no reason.",
    "Give a reason or a reason code.",
);

static BR_CO_21: Rule = Rule::fatal(
    "BR-CO-21",
    &["BG-20", "BT-97", "BT-98"],
    "The document level allowance has neither a reason nor a reason code.",
    "Give a reason, a reason code, or both.",
);

static BR_DEC_01: Rule =
    two_decimals! { "BR-DEC-01", ["BT-92"], "The amount of the document level allowance" };
static BR_DEC_02: Rule =
    two_decimals! { "BR-DEC-02", ["BT-93"], "The base amount of the document level allowance" };

static BR_36: Rule = Rule::fatal(
    "BR-36",
    &["BG-21", "BT-99"],
    "The document level charge has no amount.",
    "Give the amount (ActualAmount).",
);

static BR_37: Rule = Rule::fatal(
    "BR-37",
    &["BG-21", "BT-102"],
    "The document level charge has no VAT category.",
    "Give the VAT category code (CategoryTradeTax), with the tax type VAT.",
);

static BR_38: Rule = Rule::fatal(
    "BR-38",
    &["BG-21", "BT-104", "BT-105"],
    "The document level charge has no reason.",
    "Give a reason or a reason code.",
);

static BR_CO_22: Rule = Rule::fatal(
    "BR-CO-22",
    &["BG-21", "BT-104", "BT-105"],
    "The document level charge has neither a reason nor a reason code.",
    "Give a reason, a reason code, or both.",
);

static BR_DEC_05: Rule =
    two_decimals! { "BR-DEC-05", ["BT-99"], "The amount of the document level charge" };
static BR_DEC_06: Rule =
    two_decimals! { "BR-DEC-06", ["BT-100"], "The base amount of the document level charge" };

static BR_41: Rule = Rule::fatal(
    "BR-41",
    &["BG-27", "BT-136"],
    "The line allowance has no amount.",
    "Give the amount (ActualAmount).",
);

static BR_42: Rule = Rule::fatal(
    "BR-42",
    &["BG-27", "BT-139", "BT-140"],
    "The line allowance has no reason.",
    "Give a reason or a reason code.",
);

static BR_CO_23: Rule = Rule::fatal(
    "BR-CO-23",
    &["BG-27", "BT-139", "BT-140"],
    "The line allowance has neither a reason nor a reason code.",
    "Give a reason, a reason code, or both.",
);

static BR_DEC_24: Rule =
    two_decimals! { "BR-DEC-24", ["BT-136"], "The amount of the line allowance" };
static BR_DEC_25: Rule =
    two_decimals! { "BR-DEC-25", ["BT-137"], "The base amount of the line allowance" };

static BR_43: Rule = Rule::fatal(
    "BR-43",
    &["BG-28", "BT-141"],
    "The line charge has no amount.",
    "Give the amount (ActualAmount).",
);

static BR_44: Rule = Rule::fatal(
    "BR-44",
    &["BG-28", "BT-144", "BT-145"],
    "The line charge has no reason.",
    "Give a reason or a reason code.",
);

static BR_CO_24: Rule = Rule::fatal(
    "BR-CO-24",
    &["BG-28", "BT-144", "BT-145"],
    "The line charge has neither a reason nor a reason code.",
    "Give a reason, a reason code, or both.",
);

static BR_DEC_27: Rule = two_decimals! { "BR-DEC-27", ["BT-141"], "The amount of the line charge" };
static BR_DEC_28: Rule =
    two_decimals! { "BR-DEC-28", ["BT-142"], "The base amount of the line charge" };

// The official tests of these always hold: no program can tell whether two texts mean the same.

static BR_CO_05: Rule = Rule::fatal(
    "BR-CO-05",
    &["BT-97", "BT-98"],
    "The reason's text and code of the document's allowance differ in meaning.",
    "Let the reason's text and code mean the same.",
);

static BR_CO_06: Rule = Rule::fatal(
    "BR-CO-06",
    &["BT-104", "BT-105"],
    "The reason's text and code of the document's charge differ in meaning.",
    "Let the reason's text and code mean the same.",
);

static BR_CO_07: Rule = Rule::fatal(
    "BR-CO-07",
    &["BT-139", "BT-140"],
    "The reason's text and code of the line's allowance differ in meaning.",
    "Let the reason's text and code mean the same.",
);

static BR_CO_08: Rule = Rule::fatal(
    "BR-CO-08",
    &["BT-144", "BT-145"],
    "The reason's text and code of the line's charge differ in meaning.",
    "Let the reason's text and code mean the same.",
);

/// The rules of this file.
pub(super) static RULES: [&Rule; 26] = [
    &BR_31, &BR_32, &BR_33, &BR_CO_21, &BR_DEC_01, &BR_DEC_02, &BR_36, &BR_37, &BR_38, &BR_CO_22,
    &BR_DEC_05, &BR_DEC_06, &BR_41, &BR_42, &BR_CO_23, &BR_DEC_24, &BR_DEC_25, &BR_43, &BR_44,
    &BR_CO_24, &BR_DEC_27, &BR_DEC_28, &BR_CO_05, &BR_CO_06, &BR_CO_07, &BR_CO_08,
];
