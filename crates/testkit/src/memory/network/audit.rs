use crate::memory::{
    Result,
    page::{Order, page_in},
    store::{Data, MemoryStore},
};
use access::OrganizationId;
use invoicing::InvoiceId;
use peppol_connector::{
    audit::{AuditAction, AuditEntry, AuditFilter},
    identifiers::{AuditEntryId, DocumentId, Network},
    ports::AuditStore,
};
use persistence::{Cursor, Page};
use time::OffsetDateTime;
use uuid::Uuid;

impl Data {
    pub(in crate::memory) fn add_line(
        &mut self,
        owner: (OrganizationId, Network),
        at: OffsetDateTime,
        event: AuditAction,
        document_id: Option<DocumentId>,
        number: Option<&str>,
        detail: Option<&str>,
    ) -> &mut AuditEntry {
        self.add_line_about(owner, at, event, (document_id, None), number, detail)
    }

    /// A line about a document, an invoice, or both.
    pub(in crate::memory) fn add_line_about(
        &mut self,
        (organization, network): (OrganizationId, Network),
        at: OffsetDateTime,
        event: AuditAction,
        (document_id, invoice_id): (Option<DocumentId>, Option<InvoiceId>),
        number: Option<&str>,
        detail: Option<&str>,
    ) -> &mut AuditEntry {
        let line = AuditEntry {
            id: AuditEntryId(Uuid::now_v7()),
            at,
            event,
            network,
            document_id,
            invoice_id,
            number: number.map(str::to_owned),
            detail: detail.map(str::to_owned),
            actor: None,
            email: None,
        };
        let audit = &mut self.network.audit;
        audit.push((organization, line));
        &mut audit.last_mut().expect("just added").1
    }
}

impl AuditStore for MemoryStore {
    async fn audit(
        &self,
        organization: OrganizationId,
        filter: &AuditFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<AuditEntry>> {
        let data = self.data();
        let own = data.network.audit.iter().filter(|(owner, _)| *owner == organization);
        let rows = own.map(|(_, line)| line).filter(|line| matches(line, filter)).cloned();
        let rows = rows.map(|line| AuditEntry { email: data.email_of(line.actor), ..line });
        Ok(page_in(rows, Order::OldestFirst, after, limit))
    }
}

fn matches(line: &AuditEntry, filter: &AuditFilter) -> bool {
    filter.network.is_none_or(|network| network == line.network)
        && filter.from.is_none_or(|from| from <= line.at)
        && filter.to.is_none_or(|to| line.at < to)
        && filter.event.is_none_or(|event| event == line.event)
        && filter.document.is_none_or(|document| Some(document) == line.document_id)
}
