//! VAT: the document's totals (BT-110, BT-111), its breakdown (BG-23) and the categories.

use crate::{Rules, writer::UblWriter};
use invoicing::{Document, VatBreakdown};
use money::Currency;
use vat_categories::{VatCategory, VatRate};

/// VAT in the invoice currency with its breakdown, and in the accounting currency.
pub(crate) fn tax_totals(xml: &mut UblWriter, document: &Document, rules: Rules) {
    xml.group("TaxTotal", |xml| {
        xml.amount("TaxAmount", document.totals.vat_total, document.currency); // BT-110
        for row in &document.vat_breakdown {
            xml.group("TaxSubtotal", |xml| subtotal(xml, row, document.currency, rules));
        }
    });
    if let Some((currency, amount)) = document.accounting_vat() {
        xml.group("TaxTotal", |xml| xml.amount("TaxAmount", amount, currency)); // BT-111
    }
}

fn subtotal(xml: &mut UblWriter, row: &VatBreakdown, currency: Currency, rules: Rules) {
    xml.amount("TaxableAmount", row.taxable_amount, currency); // BT-116
    xml.amount("TaxAmount", row.tax_amount, currency); // BT-117
    xml.group("TaxCategory", |xml| {
        category(xml, row.category, row.rate); // BT-118, BT-119
        if rules == Rules::German && row.category == VatCategory::OutsideScope {
            xml.leaf("Percent", &row.rate.percent().to_string()); // BR-DE-14
        }
        xml.optional("TaxExemptionReasonCode", row.exemption_code.as_deref()); // BT-121
        xml.optional("TaxExemptionReason", row.exemption_reason.as_deref()); // BT-120
        vat(xml);
    });
}

/// The category of a line (BT-151, BT-152).
pub(crate) fn line_category(xml: &mut UblWriter, code: VatCategory, rate: VatRate) {
    xml.group("ClassifiedTaxCategory", |xml| {
        category(xml, code, rate);
        vat(xml);
    });
}

/// Code and rate; outside the scope of VAT there is no rate (BR-O-05).
fn category(xml: &mut UblWriter, code: VatCategory, rate: VatRate) {
    xml.leaf("ID", code.code());
    if code != VatCategory::OutsideScope {
        xml.leaf("Percent", &rate.percent().to_string());
    }
}

fn vat(xml: &mut UblWriter) {
    xml.group("TaxScheme", |xml| xml.leaf("ID", "VAT"));
}
