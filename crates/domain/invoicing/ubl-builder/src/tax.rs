//! VAT: the document's totals (BT-110, BT-111), its breakdown (BG-23) and the categories.

use crate::writer::UblWriter;
use invoicing::{Document, VatBreakdown};
use money::{Currency, Decimal};
use vat_categories::{VatCategory, VatRate};

/// VAT in the invoice currency with its breakdown, and in the accounting currency.
pub(crate) fn tax_totals(xml: &mut UblWriter, document: &Document) {
    xml.group("TaxTotal", |xml| {
        xml.amount("TaxAmount", document.totals.vat_total, document.currency); // BT-110
        for row in &document.vat_breakdown {
            xml.group("TaxSubtotal", |xml| subtotal(xml, row, document.currency));
        }
    });
    if let Some((currency, amount)) = in_accounting_currency(document) {
        xml.group("TaxTotal", |xml| xml.amount("TaxAmount", amount, currency)); // BT-111
    }
}

/// The accounting currency (BT-6) and the VAT in it (BT-111).
///
/// It is the currency of the seller's country: the firm's home currency, unless the document is
/// written for a supplier in another country. Nothing outside the scope of VAT has one.
pub(crate) fn in_accounting_currency(document: &Document) -> Option<(Currency, Decimal)> {
    let (seller, buyer) = (document.seller.country(), document.buyer.country());
    let at_home = !document.self_billed || seller == buyer;
    if document.currency == document.home_currency || !at_home || is_outside_scope(document) {
        return None;
    }
    let amount = money::in_home_currency(document.totals.vat_total, document.exchange_rate?)?;
    Some((document.home_currency, amount))
}

/// Whether the document is outside the scope of VAT (category O, which stands alone: BR-O-11).
/// Then it names no VAT identifier (BR-O-02).
pub(crate) fn is_outside_scope(document: &Document) -> bool {
    document.lines.iter().any(|line| line.vat_category == VatCategory::OutsideScope)
}

fn subtotal(xml: &mut UblWriter, row: &VatBreakdown, currency: Currency) {
    xml.amount("TaxableAmount", row.taxable_amount, currency); // BT-116
    xml.amount("TaxAmount", row.tax_amount, currency); // BT-117
    xml.group("TaxCategory", |xml| {
        category(xml, row.category, row.rate); // BT-118, BT-119
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
