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
        currencies(c, root);
        c.group("PayeeTradeParty", |c| parties::payee(c, at(from, &["PayeeParty"])));
        payment::means(c, root);
        let totals = children(from, "TaxTotal").filter(|total| !totals::is_of_other(root, *total));
        let rows = totals.flat_map(|total| children(Some(total), "TaxSubtotal"));
        for (number, row) in rows.enumerate() {
            c.group("ApplicableTradeTax", |c| breakdown(c, root, row, number == 0));
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

/// BT-6 and BT-5. An accounting currency that is the document's own says nothing (BT-111 would be BT-110 again).
fn currencies(c: &mut Conversion, root: Element<'_>) {
    let [accounting, own] =
        ["TaxCurrencyCode", "DocumentCurrencyCode"].map(|it| at(Some(root), &[it]));
    match accounting.filter(|_| value(accounting) == value(own)) {
        Some(same) => c.carried(same),
        None => c.code("TaxCurrencyCode", accounting, &[]),
    }
    c.code("InvoiceCurrencyCode", own, &[]);
}

/// BG-23. The VAT point is the document's in UBL. In CII its day (BT-7) may stand in one row (CII-SR-461), its code (BT-8)
/// in each.
fn breakdown(c: &mut Conversion, root: Element<'_>, row: Element<'_>, is_first: bool) {
    let category = at(Some(row), &["TaxCategory"]);
    let tax = at(category, &["TaxScheme", "ID"]);
    c.amount("CalculatedAmount", at(Some(row), &["TaxAmount"]));
    c.code("TypeCode", tax, &[]);
    c.text("ExemptionReason", at(category, &["TaxExemptionReason"]));
    c.amount("BasisAmount", at(Some(row), &["TaxableAmount"]));
    c.code("CategoryCode", at(category, &["ID"]), &[]);
    exemption_code(c, at(category, &["TaxExemptionReasonCode"]));
    c.plain_day("TaxPointDate", at(Some(root), &["TaxPointDate"]).filter(|_| is_first));
    let code = at(Some(root), &["InvoicePeriod", "DescriptionCode"]);
    if let Some(from) = code {
        c.said_by("DueDateTypeCode", tax_point_code(&value(code)), from);
    }
    c.code("RateApplicablePercent", at(category, &["Percent"]), &[]);
}

/// BT-121 in capitals, as its list has it: EN 16931 takes any case, Factur-X does not.
fn exemption_code(c: &mut Conversion, from: Option<Element<'_>>) {
    if let Some(element) = from {
        c.said_by("ExemptionReasonCode", &value(from).to_ascii_uppercase(), element);
    }
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
