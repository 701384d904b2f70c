use super::{super::super::sql::*, state::state};
use crate::{error::backend, names};
use access::OrganizationId;
use invoicing::{
    AnyInvoice, InvoiceId, OffsetId, Payment, PaymentId,
    recording::{AnyDocument, Origin, OriginalInvoice},
    states::Holds,
};
use rust_decimal::Decimal;
use time::{Date, OffsetDateTime};
use uuid::Uuid;

columns! {
    pub(in super::super::super) struct InvoiceRow {
        id: Uuid,
        origin: String,
        document: String,
        status: String,
        paid_amount: Decimal,
        credited_amount: Decimal,
        refunded_amount: Decimal,
        version: i32,
        archived_at: Option<OffsetDateTime>,
        locked_at: Option<OffsetDateTime>,
        settled_by: Option<Uuid>,
        created_at: OffsetDateTime,
    }
}

impl InvoiceRow {
    pub(in super::super::super) fn into_domain(
        self,
        organization: OrganizationId,
    ) -> Result<AnyInvoice> {
        let document = match names::origin(&self.origin)? {
            Origin::Native => serde_json::from_str(&self.document).map(AnyDocument::Issued),
            Origin::Connector => serde_json::from_str(&self.document).map(AnyDocument::Recorded),
        };
        Ok(AnyInvoice {
            id: InvoiceId(self.id),
            organization,
            document: document.map_err(backend)?,
            status: names::invoice_status(&self.status)?,
            paid_amount: self.paid_amount,
            credited_amount: self.credited_amount,
            refunded_amount: self.refunded_amount,
            payments: Vec::new(),
            version: self.version,
            holds: Holds {
                archived_at: self.archived_at,
                locked_at: self.locked_at,
                settled_by: self.settled_by.map(InvoiceId),
            },
            created_at: self.created_at,
        })
    }
}

/// The invoice without its payments.
pub(in super::super::super) async fn invoice(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    id: InvoiceId,
) -> Result<AnyInvoice> {
    find_row(organization, id).one::<InvoiceRow>(conn).await?.into_domain(organization)
}

/// The invoices with these ids, without their payments, in no order. For a few ids.
pub(in super::super::super) async fn invoices(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    ids: &[InvoiceId],
) -> Result<Vec<AnyInvoice>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let those = sql!(" AND id IN {}", list(ids.iter().map(|id| id.0)));
    let rows: Vec<InvoiceRow> = rows(organization).then(those).all(conn).await?;
    rows.into_iter().map(|row| row.into_domain(organization)).collect()
}

/// The [`InvoiceRow`] of an invoice.
pub(super) fn find_row(organization: OrganizationId, id: InvoiceId) -> Statement<'static> {
    rows(organization).then(sql!(" AND id = {}", id.0))
}

/// The [`InvoiceRow`]s of the notes to an invoice that are in force, the oldest first.
pub(super) fn noting(organization: OrganizationId, id: InvoiceId) -> Statement<'static> {
    rows(organization).then(sql!(
        " AND original_id = {} AND status NOT IN ('draft', 'pending_approval', 'cancelled')
         ORDER BY created_at, id",
        id.0
    ))
}

fn rows(organization: OrganizationId) -> Statement<'static> {
    sql!(
        "SELECT id, origin, document, status, paid_amount, credited_amount, refunded_amount,
           version, archived_at, locked_at, settled_by, created_at
         FROM invoices WHERE organization_id = {}",
        organization
    )
}

/// The invoice with its payments, read by one statement and so consistent.
pub(in super::super::super) async fn settled_invoice(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    id: InvoiceId,
) -> Result<AnyInvoice> {
    let query = sql!(
        "SELECT i.id, i.origin, i.document, i.status, i.paid_amount, i.credited_amount,
           i.refunded_amount, i.version, i.archived_at, i.locked_at, i.settled_by, i.created_at,
           p.id AS payment_id, p.amount, p.paid_on, p.method, p.offset_id
         FROM invoices i
         LEFT JOIN payments p ON p.organization_id = i.organization_id AND p.invoice_id = i.id
         WHERE i.organization_id = {} AND i.id = {} ORDER BY p.paid_on, p.id",
        organization,
        id.0
    );
    let rows: Vec<Both<InvoiceRow, Maybe<PaymentBeside>>> = query.all(conn).await?;
    let (invoice, payments) = with_payments(rows)?;
    Ok(AnyInvoice { payments, ..invoice.into_domain(organization)? })
}

/// The row that has payments, once, and its payments in their order.
pub(in super::super::super) fn with_payments<T>(
    rows: Vec<Both<T, Maybe<PaymentBeside>>>,
) -> Result<(T, Vec<Payment>)> {
    let (mut first, mut payments) = (None, Vec::new());
    for Both(row, Maybe(payment)) in rows {
        first.get_or_insert(row);
        payments.extend(payment.map(Payment::from));
    }
    Ok((first.ok_or(StoreError::NotFound)?, payments))
}

columns! {
    /// A payment next to the row that it belongs to.
    pub(in super::super::super) struct PaymentBeside {
        payment_id: Uuid,
        amount: Decimal,
        paid_on: Date,
        method: String,
        offset_id: Option<Uuid>,
    }
}

impl From<PaymentBeside> for Payment {
    fn from(row: PaymentBeside) -> Self {
        let PaymentBeside { payment_id: id, amount, paid_on, method, offset_id } = row;
        PaymentRow { id, amount, paid_on, method, offset_id }.into()
    }
}

/// The invoice that a note refers to, if there is one.
pub(super) async fn original(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    id: Option<InvoiceId>,
) -> Result<Option<OriginalInvoice>> {
    let Some(id) = id else { return Ok(None) };
    match state(conn, organization, id).await {
        Ok(state) => Ok(Some(OriginalInvoice::of(state))),
        Err(StoreError::NotFound) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The existing ones of the advances that a document is to settle, in the order in which they are named.
pub(super) async fn advances(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    ids: &[InvoiceId],
) -> Result<Vec<AnyInvoice>> {
    let mut advances = Vec::with_capacity(ids.len());
    for id in ids {
        match invoice(conn, organization, *id).await {
            Ok(invoice) => advances.push(invoice),
            Err(StoreError::NotFound) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(advances)
}

columns! {
    pub(in super::super::super) struct PaymentRow {
        id: Uuid,
        amount: Decimal,
        paid_on: Date,
        method: String,
        offset_id: Option<Uuid>,
    }
}

/// The payments of an invoice, the oldest first.
pub(super) async fn invoice_payments(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    invoice: InvoiceId,
) -> Result<Vec<Payment>> {
    let rows: Vec<PaymentRow> = select_payments(organization, invoice).all(conn).await?;
    Ok(rows.into_iter().map(Payment::from).collect())
}

pub(super) fn select_payments(
    organization: OrganizationId,
    invoice: InvoiceId,
) -> Statement<'static> {
    sql!(
        "SELECT id, amount, paid_on, method, offset_id FROM payments
         WHERE organization_id = {} AND invoice_id = {} ORDER BY paid_on, id",
        organization,
        invoice.0
    )
}

impl From<PaymentRow> for Payment {
    fn from(PaymentRow { id, amount, paid_on, method, offset_id }: PaymentRow) -> Self {
        let offset_id = offset_id.map(OffsetId);
        Payment { id: PaymentId(id), amount, date: paid_on, method: method.into(), offset_id }
    }
}
