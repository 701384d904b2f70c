//! The settlement: currencies, payee, VAT breakdown (BG-23), period (BG-14) and what else is in it.

use crate::{
    charges,
    conversion::Conversion,
    parties, payment, references, totals,
    tree::{Element, at, children, value},
};

/// The obligatory `ApplicableHeaderTradeSettlement`.
pub(crate) fn write(c: &mut Conversion, root: Element<'_>) {
    let from = Some(root);
    c.obligatory("ApplicableHeaderTradeSettlement", |c| {
        payment::references(c, root);
        c.code("TaxCurrencyCode", at(from, &["TaxCurrencyCode"]), &[]);
        c.code("InvoiceCurrencyCode", at(from, &["DocumentCurrencyCode"]), &[]);
        c.group("PayeeTradeParty", |c| parties::payee(c, at(from, &["PayeeParty"])));
        payment::means(c, root);
        for total in children(from, "TaxTotal") {
            for row in children(Some(total), "TaxSubtotal") {
                c.group("ApplicableTradeTax", |c| breakdown(c, root, row));
            }
        }
        period(c, at(from, &["InvoicePeriod"]));
        charges::write(c, from);
        payment::terms(c, root);
        totals::write(c, root);
        references::preceding(c, root);
        c.group("ReceivableSpecifiedTradeAccountingAccount", |c| {
            c.text("ID", at(from, &["AccountingCost"])); // BT-19
        });
    });
}

/// BG-23. The VAT point (BT-7, BT-8) is the document's in UBL, and that of each row in CII.
fn breakdown(c: &mut Conversion, root: Element<'_>, row: Element<'_>) {
    let category = at(Some(row), &["TaxCategory"]);
    let tax = at(category, &["TaxScheme", "ID"]);
    c.amount("CalculatedAmount", at(Some(row), &["TaxAmount"]));
    c.code("TypeCode", tax, &[]);
    c.text("ExemptionReason", at(category, &["TaxExemptionReason"]));
    c.amount("BasisAmount", at(Some(row), &["TaxableAmount"]));
    c.code("CategoryCode", at(category, &["ID"]), &[]);
    c.code("ExemptionReasonCode", at(category, &["TaxExemptionReasonCode"]), &[]);
    c.plain_day("TaxPointDate", at(Some(root), &["TaxPointDate"]));
    let code = at(Some(root), &["InvoicePeriod", "DescriptionCode"]);
    c.fixed("DueDateTypeCode", tax_point_code(&value(code)));
    code.into_iter().for_each(|code| c.carried(code));
    c.code("RateApplicablePercent", at(category, &["Percent"]), &[]);
}

/// A VAT category (BG-30, and that of an allowance or a charge).
pub(crate) fn category(c: &mut Conversion, from: Option<Element<'_>>) {
    c.code("TypeCode", at(from, &["TaxScheme", "ID"]), &[]);
    c.code("CategoryCode", at(from, &["ID"]), &[]);
    c.code("RateApplicablePercent", at(from, &["Percent"]), &[]);
}

/// BG-14 and BG-26.
pub(crate) fn period(c: &mut Conversion, from: Option<Element<'_>>) {
    c.group("BillingSpecifiedPeriod", |c| {
        c.day("StartDateTime", "udt", at(from, &["StartDate"]));
        c.day("EndDateTime", "udt", at(from, &["EndDate"]));
    });
}

/// The code of CII (UNTDID 2475) for a VAT point date code of UBL (UNTDID 2005), BT-8.
fn tax_point_code(code: &str) -> &str {
    match code {
        "3" => "5",
        "35" => "29",
        "432" => "72",
        other => other,
    }
}
