//! Finds the invoice that uses a document's number.

use super::super::super::{
    invoicing::invoices::{read::settled_invoice, state::standing_notes},
    sql::*,
};
use access::OrganizationId;
use invoicing::InvoiceId;
use peppol_connector::sending::{EarlierRecord, NumberUse};
use uuid::Uuid;

/// The use of a number whose invoice is known.
pub(super) async fn number_use(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    holder: Option<Uuid>,
) -> Result<NumberUse> {
    let Some(id) = holder.map(InvoiceId) else { return Ok(NumberUse::Free) };
    let invoice = match settled_invoice(conn, organization, id).await?.issued() {
        Ok(_) => return Ok(NumberUse::Native),
        Err(recorded) => *recorded,
    };
    let live = is_live(conn, organization, id).await?;
    let notes = standing_notes(conn, organization, id).await?;
    Ok(NumberUse::Recorded(Box::new(EarlierRecord { invoice, live, notes, same: None })))
}

/// Whether an invoice was queued with a live key.
pub(super) async fn is_live(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    id: InvoiceId,
) -> Result<bool> {
    let live = sql!(
        "SELECT EXISTS (SELECT 1 FROM submissions AS s
           WHERE s.organization_id = {} AND s.invoice_id = {} AND s.network = 'live')",
        organization,
        id.0
    );
    live.one(conn).await
}
