//! Documents received over the network: reading and acknowledging one.

use super::{
    super::{network::audit::Line, sql::*},
    arrivals,
    inbox_list::{self, ReceivedRow},
    packed::unpack,
};
use crate::{error::backend, network_names as names};
use access::{Credential, OrganizationId};
use events::NewEvent;
use peppol_connector::{
    audit::AuditAction,
    identifiers::{ParticipantId, ReceivedId},
    inbox::{
        Arrival, ArrivingDocument, ReceivedDocument, ReceivedFilter, ReceivedRecord, ReceivedVolume,
    },
    ports::InboxStore,
};
use persistence::{Cursor, Page};
use time::OffsetDateTime;

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl InboxStore for Backend {
    async fn receive(
        &self,
        organization: OrganizationId,
        document: &ReceivedDocument,
        event: &NewEvent,
    ) -> Result<Arrival> {
        arrivals::receive(self, organization, document, std::slice::from_ref(event), None).await
    }

    async fn arrived_before(&self, arriving: &ArrivingDocument) -> Result<Option<Arrival>> {
        arrivals::arrived_before(self, arriving).await
    }

    async fn received_volume(
        &self,
        organization: OrganizationId,
        sender: &ParticipantId,
        since: OffsetDateTime,
    ) -> Result<ReceivedVolume> {
        let sender = sender.canonical();
        let query = sql!(
            "SELECT CAST(coalesce(sum(size), 0) AS bigint),
               CAST(coalesce(sum(CASE WHEN sender = {} THEN size END), 0) AS bigint)
             FROM received_documents WHERE organization_id = {} AND received_at > {}",
            &sender,
            organization,
            since
        );
        let mut conn = self.reader().await?;
        let (of_company, of_sender): (i64, i64) = query.one(read_conn!(conn)).await?;
        let bytes = |sum: i64| u64::try_from(sum).map_err(backend);
        Ok(ReceivedVolume { of_company: bytes(of_company)?, of_sender: bytes(of_sender)? })
    }

    async fn received(
        &self,
        organization: OrganizationId,
        filter: &ReceivedFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<ReceivedRecord>> {
        if contains_nul([&filter.number]) {
            return Ok(Page::empty());
        }
        reading!(self, conn => inbox_list::received(conn, organization, filter, after, limit))
    }

    async fn received_record(
        &self,
        organization: OrganizationId,
        id: ReceivedId,
    ) -> Result<ReceivedRecord> {
        let mut conn = self.reader().await?;
        let query = sql!(
            "SELECT {} FROM received_documents WHERE organization_id = {} AND id = {}",
            ReceivedRow::COLUMNS,
            organization,
            id.0
        );
        query.one::<ReceivedRow>(read_conn!(conn)).await?.into_domain()
    }

    async fn received_bytes(
        &self,
        organization: OrganizationId,
        id: ReceivedId,
    ) -> Result<Vec<u8>> {
        contents(self, organization, id, Fragment("document")).await
    }

    async fn received_evidence(
        &self,
        organization: OrganizationId,
        id: ReceivedId,
    ) -> Result<Vec<u8>> {
        contents(self, organization, id, Fragment("evidence")).await
    }

    async fn acknowledge(
        &self,
        organization: OrganizationId,
        id: ReceivedId,
        by: Option<Credential>,
        now: OffsetDateTime,
    ) -> Result<OffsetDateTime> {
        within!(self, conn => acknowledge(conn, (organization, id), by, now))
    }
}

columns! {
    struct ContentsRow {
        contents: Vec<u8>,
        packed: bool,
    }
}

/// A column of the contents, uncompressed.
async fn contents(
    store: &Backend,
    organization: OrganizationId,
    id: ReceivedId,
    column: Fragment,
) -> Result<Vec<u8>> {
    let query = sql!(
        "SELECT {} AS contents, packed FROM received_contents
         WHERE organization_id = {} AND received_id = {}",
        column,
        organization,
        id.0
    );
    let row: ContentsRow = {
        let mut conn = store.reader().await?;
        query.one(read_conn!(conn)).await?
    };
    unpack(row.contents, row.packed).await
}

/// Within the caller's transaction: the first time it adds a line to the audit log, later it does nothing.
async fn acknowledge(
    conn: &mut Conn,
    (organization, id): (OrganizationId, ReceivedId),
    by: Option<Credential>,
    now: OffsetDateTime,
) -> Result<OffsetDateTime> {
    let mark = sql!(
        "UPDATE received_documents SET acknowledged_at = {}
         WHERE organization_id = {} AND id = {} AND acknowledged_at IS NULL
         RETURNING acknowledged_at, number, network",
        now,
        organization,
        id.0
    );
    let marked: Option<(OffsetDateTime, Option<String>, String)> = mark.first(conn).await?;
    if let Some((at, number, network)) = marked {
        let network = names::network(&network)?;
        let line = Line {
            document: Some(id.0),
            number: number.as_deref(),
            actor: by,
            ..Line::new(organization, at, AuditAction::Acknowledged, network)
        };
        line.row().insert().execute(conn).await?;
        return Ok(at);
    }
    let before = sql!(
        "SELECT acknowledged_at FROM received_documents WHERE organization_id = {} AND id = {}",
        organization,
        id.0
    );
    let before: Option<OffsetDateTime> = before.one(conn).await?;
    // not reached: it would need that another mark was removed in between, which is never done
    before.ok_or_else(|| backend("acknowledged and not acknowledged"))
}
