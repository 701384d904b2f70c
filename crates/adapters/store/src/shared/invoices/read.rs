use super::super::sql::*;
use crate::{error::backend, names};
use access::OrganizationId;
use invoicing::{Invoice, OriginalInvoice, Payment};
use rust_decimal::Decimal;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

columns! {
    struct InvoiceRow {
        id: Uuid,
        document: String,
        status: String,
        paid_amount: Decimal,
        version: i32,
        created_at: OffsetDateTime,
    }
}

impl InvoiceRow {
    fn into_domain(self, organization: OrganizationId) -> Result<Invoice> {
        Ok(Invoice {
            id: self.id,
            organization,
            document: serde_json::from_str(&self.document).map_err(backend)?,
            status: names::invoice_status(&self.status)?,
            paid_amount: self.paid_amount,
            payments: Vec::new(),
            version: self.version,
            created_at: self.created_at,
        })
    }
}

/// The invoice, but for its payments.
pub(super) async fn invoice(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    id: Uuid,
) -> Result<Invoice> {
    let query = sql!(
        "SELECT id, document, status, paid_amount, version, created_at FROM invoices
         WHERE organization_id = {} AND id = {}",
        organization,
        id
    );
    let row: InvoiceRow = query.one(conn).await?;
    row.into_domain(organization)
}

/// The invoice that a note refers to, if there is one.
pub(super) async fn original(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    id: Option<Uuid>,
) -> Result<Option<OriginalInvoice>> {
    let Some(id) = id else { return Ok(None) };
    match invoice(conn, organization, id).await {
        Ok(Invoice { id, document, status, .. }) => Ok(Some(OriginalInvoice {
            id,
            number: document.number,
            issue_date: document.issue_date,
            currency: document.currency,
            invoice_type: document.invoice_type,
            self_billed: document.self_billed,
            status,
        })),
        Err(StoreError::NotFound) => Ok(None),
        Err(error) => Err(error),
    }
}

columns! {
    struct PaymentRow {
        id: Uuid,
        amount: Decimal,
        paid_on: Date,
        method: String,
    }
}

/// The payments of an invoice, the oldest first.
pub(super) async fn invoice_payments(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    invoice: Uuid,
) -> Result<Vec<Payment>> {
    let query = sql!(
        "SELECT id, amount, paid_on, method FROM payments
         WHERE organization_id = {} AND invoice_id = {} ORDER BY paid_on, id",
        organization,
        invoice
    );
    let rows: Vec<PaymentRow> = query.all(conn).await?;
    let payment = |PaymentRow { id, amount, paid_on, method }| Payment {
        id,
        amount,
        date: paid_on,
        method: method.into(),
    };
    Ok(rows.into_iter().map(payment).collect())
}
