//! The rules on entries of the VAT breakdown of whatever category.

use crate::cii::invoice::Invoice;
use crate::cii::{decimals, name};
use crate::index::Element;
use crate::number::XsDecimal;
use crate::rule::Rule;
use crate::verdict::{Hits, StylesheetAborted, Value};

/// The rules on entries of any category but L, M and O.
pub(super) fn check(
    invoice: &Invoice<'_, '_>,
    entry: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let index = invoice.index;
    let has = |name| index.has_child(entry, name);
    if !has(name::BASIS_AMOUNT) {
        hits.push(&BR_45, entry);
    }
    if !has(name::CALCULATED_AMOUNT) {
        hits.push(&BR_46, entry);
    }
    let vat = invoice.is_vat(entry)?;
    if !(vat && has(name::CATEGORY_CODE)) {
        hits.push(&BR_47, entry);
    }
    if !(vat && (has(name::RATE) || invoice.has_category(entry, "O"))) {
        hits.push(&BR_48, entry);
    }
    if index.any_named(name::TAX_POINT) && index.any_named(name::DUE_DATE_CODE) {
        hits.push(&BR_CO_03, entry);
    }
    check_tax_amount(invoice, entry, hits)?;
    decimals::check(index, entry, name::BASIS_AMOUNT, &BR_DEC_19, hits)?;
    decimals::check(index, entry, name::CALCULATED_AMOUNT, &BR_DEC_20, hits)
}

/// BR-CO-17: exact numbers, off by one at most; zero where there is no rate or it rounds to zero.
fn check_tax_amount(
    invoice: &Invoice<'_, '_>,
    entry: Element,
    hits: &mut Hits,
) -> Result<(), StylesheetAborted> {
    let index = invoice.index;
    // The official engine looks at the tax amount first, and at the rate only if it still matters.
    let tax = index.child_decimal(entry, name::CALCULATED_AMOUNT)?;
    let untaxed = tax.as_ref().is_some_and(|tax| tax.rounded(0).is_zero());
    let (Some(tax), true) = (tax, untaxed || index.has_child(entry, name::BASIS_AMOUNT)) else {
        hits.push(&BR_CO_17, entry);
        return Ok(());
    };
    let code = index.only(entry, name::TYPE_CODE)?;
    let vat = code.is_some_and(|code| index.normalized(code).eq_ignore_ascii_case("VAT"));
    let rate = if vat { index.child_decimal(entry, name::RATE)? } else { None };
    let Some(rate) = rate.filter(|rate| !rate.rounded(0).is_zero()) else {
        if !untaxed {
            hits.push_with(&BR_CO_17, entry, Value::Text("0.00"), Value::Decimal(tax));
        }
        return Ok(());
    };
    let Some(basis) = index.child_decimal(entry, name::BASIS_AMOUNT)? else {
        hits.push(&BR_CO_17, entry);
        return Ok(());
    };
    let wanted = basis.abs().times(&rate.hundredth()).rounded_to_cents();
    let distance = tax.abs().minus(&wanted).abs();
    if distance > XsDecimal::whole(1) {
        hits.push_with(&BR_CO_17, entry, Value::Decimal(wanted), Value::Decimal(tax));
    }
    Ok(())
}

/// BR-45
pub(super) static BR_45: Rule = Rule::fatal(
    "BR-45",
    &["BG-23", "BT-116"],
    "The entry of the VAT breakdown has no taxable amount.",
    "Give the taxable amount (BasisAmount).",
);

/// BR-46
pub(super) static BR_46: Rule = Rule::fatal(
    "BR-46",
    &["BG-23", "BT-117"],
    "The entry of the VAT breakdown has no tax amount.",
    "Give the tax amount (CalculatedAmount).",
);

/// BR-47
pub(super) static BR_47: Rule = Rule::fatal(
    "BR-47",
    &["BG-23", "BT-118"],
    "The entry of the VAT breakdown has no VAT category code, or is not of the tax type VAT.",
    "Write the tax type VAT and a category code.",
);

/// BR-48
pub(super) static BR_48: Rule = Rule::fatal(
    "BR-48",
    &["BG-23", "BT-119"],
    "The entry of the VAT breakdown has no rate.",
    "Give the rate in per cent; only what is not subject to VAT (O) has none.",
);

/// BR-CO-03
pub(super) static BR_CO_03: Rule = Rule::fatal(
    "BR-CO-03",
    &["BT-7", "BT-8"],
    "The invoice has both a tax point date and a code for the tax point date.",
    "Keep one of the two.",
);

/// BR-CO-17
pub(super) static BR_CO_17: Rule = Rule::fatal(
    "BR-CO-17",
    &["BT-116", "BT-117", "BT-119"],
    "The tax amount is {found}, but the taxable amount and the rate come to {expected}.",
    "Multiply the taxable amount by the rate and round to two decimals.",
);

/// BR-DEC-19
pub(super) static BR_DEC_19: Rule = Rule::fatal(
    "BR-DEC-19",
    &["BT-116"],
    "The taxable amount \"{found}\" has more than two decimals.",
    "Round the amount to two decimals.",
);

/// BR-DEC-20
pub(super) static BR_DEC_20: Rule = Rule::fatal(
    "BR-DEC-20",
    &["BT-117"],
    "The tax amount \"{found}\" has more than two decimals.",
    "Round the amount to two decimals.",
);
