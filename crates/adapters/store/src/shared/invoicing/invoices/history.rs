//! The history of invoices: a row for every change.

use super::super::super::sql::*;
use crate::{error::backend, names};
use access::{Credential, OrganizationId};
use invoicing::{
    HistoryEntryId, InvoiceId,
    states::{HistoryEntry, HistoryRow},
};
use persistence::Cursor;
use time::OffsetDateTime;
use uuid::Uuid;

/// Appends a line to an invoice's history.
pub(in super::super::super) async fn keep(
    conn: &mut Conn,
    owner: (OrganizationId, InvoiceId),
    entry: &HistoryEntry,
) -> Result<()> {
    let columns = EntryColumns::of(entry);
    history_row(owner, entry, &columns).insert().execute(conn).await.map(drop)
}

/// The owned values that the row borrows.
pub(in super::super::super) struct EntryColumns {
    id: Uuid,
    before: String,
    after: String,
}

impl EntryColumns {
    pub(in super::super::super) fn of(entry: &HistoryEntry) -> Self {
        let (before, after) = (entry.before.to_string(), entry.after.to_string());
        Self { id: Uuid::now_v7(), before, after }
    }
}

pub(in super::super::super) fn history_row<'a>(
    (organization, invoice): (OrganizationId, InvoiceId),
    entry: &HistoryEntry,
    columns: &'a EntryColumns,
) -> NewRow<'a> {
    row!("invoice_history",
        organization_id: organization,
        invoice_id: invoice.0,
        id: columns.id,
        created_at: entry.at,
        action: entry.action.name(),
        actor: entry.actor.map(|actor| actor.id().0),
        actor_kind: entry.actor.map(Credential::kind),
        version: entry.version,
        before: columns.before.as_str(),
        after: columns.after.as_str(),
    )
}

columns! {
    pub(super) struct EntryRow {
        id: Uuid,
        created_at: OffsetDateTime,
        action: String,
        actor: Option<Uuid>,
        actor_kind: Option<String>,
        email: Option<String>,
        version: i32,
        before: String,
        after: String,
    }
}

impl EntryRow {
    pub(super) fn into_domain(self) -> Result<HistoryRow> {
        let entry = HistoryEntry {
            action: names::history_action(&self.action)?,
            actor: names::actor(self.actor_kind.as_deref(), self.actor)?,
            version: self.version,
            before: serde_json::from_str(&self.before).map_err(backend)?,
            after: serde_json::from_str(&self.after).map_err(backend)?,
            at: self.created_at,
        };
        Ok(HistoryRow { id: HistoryEntryId(self.id), entry, email: self.email })
    }
}

/// The rows of a page and one more, which shows whether more follow.
pub(super) fn query(
    limit: u16,
    (organization, invoice): (OrganizationId, InvoiceId),
    after: Option<Cursor>,
) -> Statement<'static> {
    // an invoice issued at once stores its actor itself: issuing is frequent, and writes no row for it
    let own = sql!(
        "SELECT id, created_at, action, actor, actor_kind,
           (SELECT u.email FROM users u WHERE u.id = actor AND actor_kind = 'person') AS email,
           version, before, after
         FROM (
           SELECT id, created_at, action, actor, actor_kind, version, before, after
           FROM invoice_history
           WHERE organization_id = {organization} AND invoice_id = {invoice}
           UNION ALL
           SELECT id, created_at, 'issued', issued_by, issued_by_kind, 1, {nothing}, {nothing}
           FROM invoices
           WHERE organization_id = {organization} AND id = {invoice} AND issued_by IS NOT NULL
         ) AS lines WHERE true",
        organization = organization,
        invoice = invoice.0,
        nothing = "{}",
    );
    page_query(own, after, limit)
}
