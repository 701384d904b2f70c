use super::super::{Db, Lane};
use crate::{
    error::{backend, translate},
    names,
    schema::{invoices, payments},
    sql_types::AsId,
};
use access::OrganizationId;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use invoicing::{Invoice, OriginalInvoice, Payment};
use persistence::StoreError;
use rust_decimal::Decimal;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

#[derive(Queryable, Selectable)]
#[diesel(table_name = invoices, check_for_backend(Db))]
struct InvoiceRow {
    id: Uuid,
    document: String,
    status: String,
    paid_amount: Decimal,
    version: i32,
    created_at: OffsetDateTime,
}

impl InvoiceRow {
    fn into_domain(self, organization: OrganizationId) -> Result<Invoice, StoreError> {
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
    conn: &mut Lane<'_>,
    organization: OrganizationId,
    id: Uuid,
) -> Result<Invoice, StoreError> {
    let row: InvoiceRow = invoices::table
        .find((AsId::from(organization), AsId(id)))
        .select(InvoiceRow::as_select())
        .first(conn)
        .await
        .map_err(translate)?;
    row.into_domain(organization)
}

/// The invoice that a note refers to, if there is one.
pub(super) async fn original(
    conn: &mut Lane<'_>,
    organization: OrganizationId,
    id: Option<Uuid>,
) -> Result<Option<OriginalInvoice>, StoreError> {
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

#[derive(Queryable, Selectable)]
#[diesel(table_name = payments, check_for_backend(Db))]
struct PaymentRow {
    id: Uuid,
    amount: Decimal,
    paid_on: Date,
    method: String,
}

/// The payments of an invoice, the oldest first.
pub(super) async fn invoice_payments(
    conn: &mut Lane<'_>,
    organization: OrganizationId,
    invoice: Uuid,
) -> Result<Vec<Payment>, StoreError> {
    let rows: Vec<PaymentRow> = payments::table
        .filter(payments::organization_id.eq(AsId::from(organization)))
        .filter(payments::invoice_id.eq(AsId(invoice)))
        .order((payments::paid_on, payments::id))
        .select(PaymentRow::as_select())
        .load(conn)
        .await
        .map_err(translate)?;
    let payment = |PaymentRow { id, amount, paid_on, method }| Payment {
        id,
        amount,
        date: paid_on,
        method: method.into(),
    };
    Ok(rows.into_iter().map(payment).collect())
}
