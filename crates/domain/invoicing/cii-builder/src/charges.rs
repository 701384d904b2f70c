//! Allowances and charges (BG-20, BG-21, BG-27, BG-28).

use crate::{
    conversion::Conversion,
    settlement,
    tree::{Element, at, children, value},
};

/// Those of the document or of a line; a line's have no VAT category of their own.
pub(crate) fn write(c: &mut Conversion, parent: Option<Element<'_>>) {
    for charge in children(parent, "AllowanceCharge") {
        let charge = Some(charge);
        c.group("SpecifiedTradeAllowanceCharge", |c| {
            indicator(c, at(charge, &["ChargeIndicator"]));
            c.code("CalculationPercent", at(charge, &["MultiplierFactorNumeric"]), &[]);
            c.amount("BasisAmount", at(charge, &["BaseAmount"]));
            c.amount("ActualAmount", at(charge, &["Amount"]));
            c.code("ReasonCode", at(charge, &["AllowanceChargeReasonCode"]), &[]);
            c.text("Reason", at(charge, &["AllowanceChargeReason"]));
            c.group("CategoryTradeTax", |c| settlement::category(c, at(charge, &["TaxCategory"])));
        });
    }
}

/// `true` or `false`; `1` and `0` are booleans too, which readers of Factur-X refuse.
pub(crate) fn indicator(c: &mut Conversion, from: Option<Element<'_>>) {
    let Some(element) = from else { return };
    let text = value(from);
    let said = match &*text {
        "1" => "true",
        "0" => "false",
        other => other,
    };
    c.indicator(said, element);
}
