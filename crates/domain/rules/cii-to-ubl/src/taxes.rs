//! Allowances, charges and VAT categories (BG-20, BG-21, BG-27, BG-28, BG-23, BG-30).

use crate::conversion::Conversion;
use crate::tree::{Element, children};

/// The allowances and charges of the document, each with its VAT category.
pub(crate) fn write_charges(c: &mut Conversion, settlement: Option<Element<'_>>) {
    for charge in children(settlement, "SpecifiedTradeAllowanceCharge") {
        c.group("AllowanceCharge", |c| {
            write_charge(c, charge);
            let tax = c.first(Some(charge), "CategoryTradeTax");
            category(c, "TaxCategory", tax);
        });
    }
}

/// The allowances and charges of a line, whose VAT category is the line's.
pub(crate) fn write_charges_of_line(c: &mut Conversion, settlement: Option<Element<'_>>) {
    for charge in children(settlement, "SpecifiedTradeAllowanceCharge") {
        c.group("AllowanceCharge", |c| write_charge(c, charge));
    }
}

fn write_charge(c: &mut Conversion, charge: Element<'_>) {
    let charge = Some(charge);
    let indicator = c.first(charge, "ChargeIndicator");
    c.indicator("ChargeIndicator", indicator);
    let code = c.first(charge, "ReasonCode");
    c.code("AllowanceChargeReasonCode", code);
    let reason = c.first(charge, "Reason");
    c.text("AllowanceChargeReason", reason);
    let percent = c.first(charge, "CalculationPercent");
    c.code("MultiplierFactorNumeric", percent);
    let amount = c.first(charge, "ActualAmount");
    c.amount("Amount", amount);
    let base = c.first(charge, "BasisAmount");
    c.amount("BaseAmount", base);
}

/// A VAT category.
pub(crate) fn category(c: &mut Conversion, group: &str, tax: Option<Element<'_>>) {
    write_category(c, group, tax, |_| {});
}

/// The VAT category of a breakdown, where UBL has the reason of an exemption.
pub(crate) fn category_of_breakdown(c: &mut Conversion, tax: Option<Element<'_>>) {
    write_category(c, "TaxCategory", tax, |c| {
        let reason_code = c.first(tax, "ExemptionReasonCode");
        c.code("TaxExemptionReasonCode", reason_code);
        let reason = c.first(tax, "ExemptionReason");
        c.text("TaxExemptionReason", reason);
    });
}

fn write_category(
    c: &mut Conversion,
    group: &str,
    tax: Option<Element<'_>>,
    exemption: impl FnOnce(&mut Conversion),
) {
    let code = c.first(tax, "CategoryCode");
    let rate = c.first(tax, "RateApplicablePercent");
    let scheme = c.first(tax, "TypeCode");
    c.group(group, |c| {
        c.code("ID", code);
        c.code("Percent", rate);
        exemption(c);
        c.group("TaxScheme", |c| c.code("ID", scheme));
    });
}
