use super::{
    super::{Data, MemoryStore},
    Result,
    page::{Order, page},
};
use access::OrganizationId;
use peppol_connector::{TrailFilter, TrailKind, TrailLine, TrailStore};
use persistence::{Cursor, Page};
use time::OffsetDateTime;
use uuid::Uuid;

impl Data {
    pub(in crate::memory) fn add_line(
        &mut self,
        organization: OrganizationId,
        at: OffsetDateTime,
        event: TrailKind,
        document_id: Option<Uuid>,
        number: Option<&str>,
        detail: Option<&str>,
    ) {
        self.tell(organization, at, event, document_id, None, number, detail);
    }

    #[allow(clippy::too_many_arguments)] // the columns
    pub(in crate::memory) fn tell(
        &mut self,
        organization: OrganizationId,
        at: OffsetDateTime,
        event: TrailKind,
        document_id: Option<Uuid>,
        invoice_id: Option<Uuid>,
        number: Option<&str>,
        detail: Option<&str>,
    ) {
        let line = TrailLine {
            id: Uuid::now_v7(),
            at,
            event,
            document_id,
            invoice_id,
            number: number.map(str::to_owned),
            detail: detail.map(str::to_owned),
        };
        self.network.trail.push((organization, line));
    }
}

impl TrailStore for MemoryStore {
    async fn trail(
        &self,
        organization: OrganizationId,
        filter: &TrailFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<TrailLine>> {
        let data = self.data();
        let own = data.network.trail.iter().filter(|(owner, _)| *owner == organization);
        let rows = own.map(|(_, line)| line).filter(|line| matches(line, filter)).cloned();
        Ok(page(rows.collect(), Order::OldestFirst, after, limit, |line| (line.at, line.id)))
    }
}

fn matches(line: &TrailLine, filter: &TrailFilter) -> bool {
    filter.from.is_none_or(|from| from <= line.at)
        && filter.to.is_none_or(|to| line.at < to)
        && filter.event.is_none_or(|event| event == line.event)
        && filter.document.is_none_or(|document| Some(document) == line.document_id)
}
