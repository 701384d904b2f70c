//! An invoice under its lock.

use super::{
    super::sql::*,
    read::{InvoiceRow, PaymentRow, find_row, select_payments},
};
use access::OrganizationId;
use invoicing::{AnyInvoice, InvoiceId};

/// The invoice with its payments; nobody else changes it until the transaction ends.
pub(in super::super) async fn locked_invoice(
    conn: &mut Conn,
    organization: OrganizationId,
    id: InvoiceId,
) -> Result<AnyInvoice> {
    let lock = sql!(
        "SELECT id FROM invoices WHERE organization_id = {} AND id = {} {for_change}",
        organization,
        id.0
    );
    let _: uuid::Uuid = lock.one(conn).await?;
    let invoice = find_row(organization, id).one::<InvoiceRow>(conn).await?;
    let payments: Vec<PaymentRow> = select_payments(organization, id).all(conn).await?;
    let payments = payments.into_iter().map(Into::into).collect();
    Ok(AnyInvoice { payments, ..invoice.into_domain(organization)? })
}
