//! The invoice that a note of another system names.

use super::super::super::{
    invoicing::invoices::{contacts::contact, state::state},
    sql::*,
};
use super::number_use::is_live;
use access::OrganizationId;
use invoicing::{InvoiceId, recording::InvoiceContent};
use peppol_connector::sending::NamedInvoice;
use uuid::Uuid;

pub(super) async fn named_invoice(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    number: &str,
) -> Result<Option<NamedInvoice>> {
    // a number never contains a NUL, and PostgreSQL refuses it
    if number.contains('\0') {
        return Ok(None);
    }
    let holder = sql!(
        "SELECT id FROM invoices WHERE organization_id = {} AND number = {}",
        organization,
        number
    );
    let holder: Vec<Uuid> = holder.all(conn).await?;
    let Some(id) = holder.first().copied().map(InvoiceId) else { return Ok(None) };
    let state = state(conn, organization, id).await?;
    let customer = contact(conn, organization, state.invoice.document.header().customer_id).await?;
    let live = is_live(conn, organization, id).await?;
    Ok(Some(NamedInvoice { state, customer: customer.contact.party, live }))
}
