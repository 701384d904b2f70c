//! Document totals (BG-22).

use crate::writer::UblWriter;
use invoicing::Document;

/// The sums; there are no document level allowances or charges.
pub(crate) fn monetary_total(xml: &mut UblWriter, document: &Document) {
    let (totals, currency) = (document.totals, document.currency);
    xml.group("LegalMonetaryTotal", |xml| {
        xml.amount("LineExtensionAmount", totals.subtotal, currency); // BT-106
        xml.amount("TaxExclusiveAmount", totals.subtotal, currency); // BT-109
        xml.amount("TaxInclusiveAmount", totals.total, currency); // BT-112
        let prepaid = if document.already_paid { totals.total } else { document.prepaid() };
        if document.already_paid || !prepaid.is_zero() {
            xml.amount("PrepaidAmount", prepaid, currency); // BT-113
        }
        xml.amount("PayableAmount", totals.total - prepaid, currency); // BT-115
    });
}
