//! The seller of an invoice: the organization, or the contact when the buyer writes the invoice.

use crate::{InvoiceRequest, InvoiceType, IssuingRecords, Party};

/// Whether the buyer writes the document: a self-invoice, or a note to one.
pub(super) fn is_self_billed(request: &InvoiceRequest, records: &IssuingRecords) -> bool {
    let kind = request.invoice_type.unwrap_or_default();
    kind == InvoiceType::SelfInvoice
        || (kind.is_note() && records.original.as_ref().is_some_and(|it| it.self_billed))
}

/// A contact charges VAT when it has a VAT identifier.
pub(super) fn as_trading_party(mut party: Party) -> Party {
    party.vat_payer = party.vat_payer || party.vat_id().is_some();
    party
}
