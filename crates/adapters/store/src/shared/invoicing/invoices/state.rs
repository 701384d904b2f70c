//! An invoice under its lock, so that each decision sees its current state.

use super::{
    super::super::sql::*,
    read::{InvoiceRow, noting, settled_invoice},
};
use access::OrganizationId;
use invoicing::{
    InvoiceId,
    corrections::StandingNote,
    states::{InvoiceState, LiveSend},
};

/// The invoice with its payments and its live send, locked until the transaction ends. The invoice that a note refers
/// to is locked before the note, so that transactions do not deadlock.
pub(in super::super::super) async fn locked(
    conn: &mut Conn,
    organization: OrganizationId,
    id: InvoiceId,
) -> Result<InvoiceState> {
    let lock = sql!(
        "SELECT id FROM invoices
         WHERE organization_id = {organization} AND (id = {id} OR id = (
           SELECT original_id FROM invoices WHERE organization_id = {organization} AND id = {id}))
         ORDER BY original_id IS NOT NULL {for_change}",
        organization = organization,
        id = id.0,
    );
    let _: Vec<uuid::Uuid> = lock.all(conn).await?;
    state(read_conn!(conn), organization, id).await
}

/// The same without a lock.
pub(super) async fn state(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    id: InvoiceId,
) -> Result<InvoiceState> {
    let invoice = settled_invoice(conn, organization, id).await?;
    let live_send = live_send(conn, organization, id).await?;
    let notes = standing_notes(conn, organization, id).await?;
    Ok(InvoiceState { invoice, live_send, notes })
}

/// The credit and debit notes to it that are in force, the oldest first.
pub(in super::super::super) async fn standing_notes(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    id: InvoiceId,
) -> Result<Vec<StandingNote>> {
    let rows: Vec<InvoiceRow> = noting(organization, id).all(conn).await?;
    let note = |row: InvoiceRow| row.into_domain(organization).map(|note| StandingNote::of(&note));
    rows.into_iter().map(note).collect()
}

async fn live_send(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    id: InvoiceId,
) -> Result<LiveSend> {
    let sends = sql!(
        "SELECT count(CASE WHEN state IN ('sent', 'delivered') THEN 1 END),
           count(CASE WHEN state IN ('queued', 'sending') THEN 1 END)
         FROM submissions
         WHERE organization_id = {} AND invoice_id = {} AND network = 'live'",
        organization,
        id.0
    );
    Ok(match sends.one::<(i64, i64)>(conn).await? {
        (0, 0) => LiveSend::None,
        (0, _) => LiveSend::UnderWay,
        _ => LiveSend::Taken,
    })
}
