//! Locks of invoices. All transactions take them in one order, that in which the invoices were made, so that they do not
//! deadlock: what a note refers to, and what a document settles, was made before. Numbers are drawn before any lock of
//! an invoice that is not the draft itself.

use super::super::super::sql::*;
use access::OrganizationId;
use invoicing::{AnyInvoice, recording::InvoiceContent};
use uuid::Uuid;

/// Locks the invoices with these `ids` (a list, or a query in brackets) until the transaction ends, and with them what
/// a change of them depends on: the invoices that they refer to as notes, those that these refer to, and the advances
/// that any of them settles. Of a draft only itself, because its number is not drawn yet; what it refers to is locked
/// after that. Returns the ids of all that are locked.
pub(in super::super::super) async fn lock(
    conn: &mut Conn,
    organization: OrganizationId,
    ids: Value<'_>,
) -> Result<Vec<Uuid>> {
    locking(organization, ids).all(conn).await
}

/// Selects the few invoices to lock. SQLite would otherwise read all invoices to use an index on `created_at` for the
/// order, and all notes for a join that it may reverse.
pub(super) fn locking(organization: OrganizationId, ids: Value<'_>) -> Statement<'_> {
    sql!(
        "SELECT id FROM invoices WHERE organization_id = {organization} AND id IN (
           WITH RECURSIVE corrected (id) AS (
             SELECT id FROM invoices WHERE organization_id = {organization} AND id IN {ids}
             UNION
             SELECT i.original_id FROM corrected AS c
             CROSS JOIN invoices AS i
             WHERE i.organization_id = {organization} AND i.id = c.id AND i.original_id IS NOT NULL
               AND i.status NOT IN ('draft', 'pending_approval'))
           SELECT id FROM corrected
           UNION
           SELECT i.id FROM corrected AS c
           CROSS JOIN invoices AS i
           WHERE i.organization_id = {organization} AND i.settled_by = c.id)
         ORDER BY coalesce(created_at, created_at), original_id IS NOT NULL, id {for_change}",
        organization = organization,
        ids = ids,
    )
}

/// Checks that the original of a note was locked with it.
///
/// # Errors
/// [`StoreError::Conflict`]: the note was a draft until the transaction that issued it released its lock. Its original
/// would be locked after it.
pub(super) async fn check_original(
    conn: &mut ReadConn<'_>,
    note: &AnyInvoice,
    locked: &[Uuid],
) -> Result<()> {
    let original = note.document.header().original.filter(|_| note.status.is_issued());
    let Some(original) = original.filter(|original| !locked.contains(&original.0)) else {
        return Ok(());
    };
    let exists = sql!(
        "SELECT count(*) FROM invoices WHERE organization_id = {} AND id = {}",
        note.organization,
        original.0
    );
    if exists.one::<i64>(conn).await? == 0 { Ok(()) } else { Err(StoreError::Conflict) }
}
