//! What the document of a recorded invoice says, in the API's names.

use super::{
    header_texts_view::HeaderTextsView,
    invoice_parts::{InvoiceAccountView, ItemView, OriginalView, VatView, delivery_address},
    invoice_view::InvoiceView,
};
use invoicing::{InvoiceId, PaymentMethod};
use peppol_connector::documents::{ContentLine, ContentVat, DocumentContent};
use uuid::Uuid;

impl<'a> InvoiceView<'a> {
    /// `original` is the invoice of the organization that it corrects.
    pub(in crate::routes) fn with_content(
        self,
        content: &'a DocumentContent,
        original: Option<InvoiceId>,
    ) -> Self {
        Self {
            items: content.lines.iter().map(item).collect(),
            vat_breakdown: content.vat.iter().map(vat).collect(),
            vat_home: content.accounting_vat.map(|(vat, _)| vat),
            delivery_date: content.delivery_date,
            payment_method: content.payment_means.as_deref().and_then(PaymentMethod::of_means),
            bank_account: content.account.as_ref().map(|account| InvoiceAccountView {
                id: None,
                iban: &account.iban,
                bic: account.bic.as_deref(),
            }),
            texts: HeaderTextsView::of(&content.texts),
            delivery_address: content.delivery_address.as_ref().map(delivery_address),
            original_invoice: content.original.as_ref().map(|named| OriginalView {
                id: original.map(Uuid::from),
                invoice_number: &named.number,
                issue_date: named.issue_date,
            }),
            left_out: Some(content.left_out).filter(|count| *count > 0),
            ..self
        }
    }
}

fn item(line: &ContentLine) -> ItemView<'_> {
    ItemView {
        description: &line.description,
        quantity: line.quantity.normalize(),
        unit: &line.unit,
        unit_price: line.unit_price.normalize(),
        vat_rate: line.vat_rate,
        tax_treatment: None,
        vat_category: &line.vat_category,
        net_amount: line.net_amount,
        advance_invoice_id: None,
        stock_item_id: None,
        warehouse_id: None,
    }
}

fn vat(row: &ContentVat) -> VatView<'_> {
    VatView {
        vat_category: &row.category,
        vat_rate: row.rate,
        taxable_amount: row.taxable_amount,
        tax_amount: row.tax_amount,
        exemption_reason: row.exemption_reason.as_deref(),
        exemption_code: row.exemption_code.as_deref(),
    }
}
