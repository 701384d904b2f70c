//! The audit log: the oldest line first, by keyset.

use super::super::sql::*;
use crate::{names::actor, network_names as names};
use access::OrganizationId;
use invoicing::InvoiceId;
use peppol_connector::{
    audit::{AuditEntry, AuditFilter},
    identifiers::{AuditEntryId, DocumentId},
    ports::AuditStore,
};
use persistence::{Cursor, Page, RowId};
use time::OffsetDateTime;
use uuid::Uuid;

columns! {
    struct LineRow {
        id: Uuid,
        at: OffsetDateTime,
        event: String,
        network: String,
        document_id: Option<Uuid>,
        invoice_id: Option<Uuid>,
        number: Option<String>,
        detail: Option<String>,
        actor: Option<Uuid>,
        actor_kind: Option<String>,
        email: Option<String>,
    }
}

impl LineRow {
    fn into_domain(self) -> Result<AuditEntry> {
        Ok(AuditEntry {
            id: AuditEntryId(self.id),
            at: self.at,
            event: names::audit_action(&self.event)?,
            network: names::network(&self.network)?,
            document_id: self.document_id.map(DocumentId),
            invoice_id: self.invoice_id.map(InvoiceId),
            number: self.number,
            detail: self.detail,
            actor: actor(self.actor_kind.as_deref(), self.actor)?,
            email: self.email,
        })
    }
}

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl AuditStore for Backend {
    async fn audit(
        &self,
        organization: OrganizationId,
        filter: &AuditFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<AuditEntry>> {
        self.page(query(limit, organization, filter, after), limit, LineRow::into_domain).await
    }
}

/// The rows of a page and one more, which shows whether more follow.
pub(in super::super) fn query<'a>(
    limit: u16,
    organization: OrganizationId,
    filter: &AuditFilter,
    after: Option<Cursor>,
) -> Statement<'a> {
    let after = after.map(|Cursor { created_at, id: RowId(id) }| {
        // the first term lets the index seek, the second breaks the tie
        sql!(" AND at >= {at} AND (at > {at} OR id > {id})", at = created_at, id = id)
    });
    sql!(
        "SELECT id, at, event, network, document_id, invoice_id, number, detail, actor, actor_kind,
           (SELECT u.email FROM users u WHERE u.id = actor AND actor_kind = 'person') AS email
         FROM peppol_trail
         WHERE organization_id = {}",
        organization
    )
    .and(filter.network.map(|network| sql!(" AND network = {}", network.name())))
    .and(filter.document.map(|document| sql!(" AND document_id = {}", document.0)))
    .and(filter.event.map(|event| sql!(" AND event = {}", event.name())))
    .and(filter.from.map(|from| sql!(" AND at >= {}", from)))
    .and(filter.to.map(|to| sql!(" AND at < {}", to)))
    .and(after)
    .then(sql!(" ORDER BY at, id LIMIT {}", i64::from(limit) + 1))
}
