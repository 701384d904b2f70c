//! An invoice under its lock, so that each decision sees its current state.

use super::{
    super::super::sql::*,
    lock::{check_original, lock},
    read::{InvoiceRow, invoice, invoices, noting, settled_invoice},
};
use access::OrganizationId;
use invoicing::{
    AnyInvoice, InvoiceId,
    corrections::StandingNote,
    settling::AdvanceFacts,
    states::{InvoiceState, LiveSend},
};

/// The invoice with its payments and its live send, locked until the transaction ends with what it depends on.
///
/// # Errors
/// [`StoreError::NotFound`]; [`StoreError::Conflict`] when it is a draft that was issued at this moment.
pub(in super::super::super) async fn locked(
    conn: &mut Conn,
    organization: OrganizationId,
    id: InvoiceId,
) -> Result<InvoiceState> {
    let locked = lock(conn, organization, list([id.0])).await?;
    let state = state(read_conn!(conn), organization, id).await?;
    check_original(read_conn!(conn), &state.invoice, &locked).await?;
    Ok(state)
}

/// The same without a lock.
pub(in super::super::super) async fn state(
    conn: &mut ReadConn<'_>,
    organization: OrganizationId,
    id: InvoiceId,
) -> Result<InvoiceState> {
    let invoice = settled_invoice(conn, organization, id).await?;
    let live_send = live_send(conn, organization, id).await?;
    let notes = standing_notes(conn, organization, id).await?;
    let advances = advance_facts(conn, &invoice).await?;
    Ok(InvoiceState { invoice, live_send, notes, advances })
}

/// The restrictions on an invoice that follow from advances.
async fn advance_facts(conn: &mut ReadConn<'_>, of: &AnyInvoice) -> Result<AdvanceFacts> {
    let organization = of.organization;
    let mut facts = AdvanceFacts::default();
    if let Some(by) = of.holds.settled_by {
        let settling = invoice(conn, organization, by).await?;
        let notes = standing_notes(conn, organization, by).await?;
        facts.is_settled = of.is_settled_by(&settling, &notes);
    }
    let original = match of.takes_back_from() {
        Some(original) => invoices(conn, organization, &[original]).await?.pop(),
        None => None,
    };
    let document = original.as_ref().unwrap_or(of);
    let advances = invoices(conn, organization, &document.taken_off()).await?;
    facts.spent = document.spent(&advances);
    Ok(facts)
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
