//! Delivery (BG-13): when and where to, and the advices that went with it.

use crate::{
    conversion::Conversion,
    parties,
    tree::{Element, at},
};

/// The obligatory `ApplicableHeaderTradeDelivery`, which may be empty.
pub(crate) fn write(c: &mut Conversion, root: Element<'_>) {
    let delivery = at(Some(root), &["Delivery"]);
    c.obligatory("ApplicableHeaderTradeDelivery", |c| {
        parties::ship_to(c, delivery);
        c.group("ActualDeliverySupplyChainEvent", |c| {
            c.day("OccurrenceDateTime", "udt", at(delivery, &["ActualDeliveryDate"]));
        });
        for (group, of) in [
            ("DespatchAdviceReferencedDocument", "DespatchDocumentReference"),
            ("ReceivingAdviceReferencedDocument", "ReceiptDocumentReference"),
        ] {
            c.group(group, |c| c.code("IssuerAssignedID", at(Some(root), &[of, "ID"]), &[]));
        }
    });
}
