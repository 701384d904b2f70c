//! Document totals (BG-22).

use crate::writer::UblWriter;
use invoicing::Document;
use money::Decimal;

/// The sums; there are no document level allowances or charges.
pub(crate) fn monetary_total(xml: &mut UblWriter, document: &Document) {
    let (totals, currency) = (document.totals, document.currency);
    xml.group("LegalMonetaryTotal", |xml| {
        xml.amount("LineExtensionAmount", totals.subtotal, currency); // BT-106
        xml.amount("TaxExclusiveAmount", totals.subtotal, currency); // BT-109
        xml.amount("TaxInclusiveAmount", totals.total, currency); // BT-112
        if document.already_paid {
            xml.amount("PrepaidAmount", totals.total, currency); // BT-113
            xml.amount("PayableAmount", Decimal::ZERO, currency); // BT-115
        } else {
            xml.amount("PayableAmount", totals.total, currency); // BT-115
        }
    });
}
