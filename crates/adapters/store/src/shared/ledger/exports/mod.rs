//! Exports for accounting, and the documents that they contain.
//!
//! The row of an export is locked before its pieces are written or deleted.

mod documents;
#[cfg(test)]
mod plans;
mod rows;

use super::super::{idempotency::answer, queue::job_row, sql::*};
use access::{OrganizationId, Tier};
use accounting_export::{
    AddExportError, Export, ExportFile, ExportId, ExportState, ExportStore, NewPart, Phase, Place,
    Selection,
};
use idempotency::{Answer, Lease};
use jobs::NewJob;
use persistence::{Cursor, Page};
use rows::ExportRow;
use time::OffsetDateTime;
use uuid::Uuid;

/// The number of expired exports that one transaction deletes.
const PURGED: i64 = 8;

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl ExportStore for Backend {
    async fn documents_in(
        &self,
        organization: OrganizationId,
        selection: &Selection,
    ) -> Result<u64> {
        let mut conn = self.reader().await?;
        let mut all = 0;
        for phase in Phase::WITH_DOCUMENTS {
            let Some(query) = documents::count(organization, selection, phase) else { continue };
            let count: i64 = query.one(read_conn!(conn)).await?;
            all += count.unsigned_abs();
        }
        Ok(all)
    }

    async fn documents(
        &self,
        organization: OrganizationId,
        selection: &Selection,
        phase: Phase,
        after: Option<Place>,
        limit: u16,
    ) -> Result<Vec<Place>> {
        let query = documents::page(organization, selection, phase, after, limit);
        let Some(query) = query else { return Ok(Vec::new()) };
        let mut conn = self.reader().await?;
        let rows: Vec<documents::PlaceRow> = query.all(read_conn!(conn)).await?;
        Ok(rows.into_iter().map(Place::from).collect())
    }

    async fn add_export(
        &self,
        organization: OrganizationId,
        export: &Export,
        job: &NewJob,
        most: u32,
        answered: Option<(&Lease, &Answer)>,
    ) -> Result<(), AddExportError> {
        within!(self, conn => add(conn, organization, (export, job), most, answered))
    }

    async fn export(&self, organization: OrganizationId, id: ExportId) -> Result<Export> {
        let mut conn = self.reader().await?;
        let query = sql!(
            "SELECT {} FROM exports WHERE organization_id = {} AND id = {}",
            ExportRow::COLUMNS,
            organization,
            id.0
        );
        query.one::<ExportRow>(read_conn!(conn)).await?.into_domain()
    }

    async fn exports(
        &self,
        organization: OrganizationId,
        tier: Tier,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<Export>> {
        self.page(list(organization, tier, after, limit), limit, ExportRow::into_domain).await
    }

    async fn advance_export(
        &self,
        organization: OrganizationId,
        after: &Export,
        parts: &[NewPart],
    ) -> Result<()> {
        within!(self, conn => advance(conn, organization, after, parts))
    }

    async fn export_part(
        &self,
        organization: OrganizationId,
        id: ExportId,
        file: ExportFile,
        position: u32,
    ) -> Result<Vec<u8>> {
        let mut conn = self.reader().await?;
        let query = sql!(
            "SELECT content FROM export_parts
             WHERE organization_id = {} AND export_id = {} AND file = {} AND position = {}",
            organization,
            id.0,
            file.name(),
            rows::position(position)?
        );
        query.one(read_conn!(conn)).await
    }

    async fn delete_export(&self, organization: OrganizationId, id: ExportId) -> Result<()> {
        within!(self, conn => delete(conn, organization, id))
    }

    async fn purge_exports(&self, now: OffsetDateTime) -> Result<usize> {
        within!(self, conn => purge(conn, now))
    }
}

async fn add(
    conn: &mut Conn,
    organization: OrganizationId,
    (export, job): (&Export, &NewJob),
    most: u32,
    answered: Option<(&Lease, &Answer)>,
) -> Result<(), AddExportError> {
    let lock = sql!("SELECT id FROM organizations WHERE id = {} {for_change}", organization);
    lock.one::<Uuid>(conn).await?;
    let count = sql!(
        "SELECT count(*) FROM exports WHERE organization_id = {} AND tier = {}",
        organization,
        export.tier.name()
    );
    if count.one::<i64>(conn).await? >= i64::from(most) {
        return Err(AddExportError::TooMany(most));
    }
    let progress = rows::progress(export)?;
    rows::export_row(organization, export, &progress).insert().execute(conn).await?;
    job_row(job, export.created_at).insert().execute(conn).await?;
    Ok(answer(conn, organization, answered, export.created_at).await?)
}

async fn advance(
    conn: &mut Conn,
    organization: OrganizationId,
    after: &Export,
    parts: &[NewPart],
) -> Result<()> {
    let lock = sql!(
        "SELECT version FROM exports WHERE organization_id = {} AND id = {} {for_change}",
        organization,
        after.id.0
    );
    if lock.one::<i32>(conn).await? != after.version - 1 {
        return Err(StoreError::Conflict);
    }
    rows::update(conn, organization, after).await?;
    if after.state == ExportState::Failed {
        delete_parts(conn, organization, after.id.0).await?;
    }
    for part in parts {
        rows::part_row(organization, after.id, part)?.insert().execute(conn).await?;
    }
    Ok(())
}

async fn delete(conn: &mut Conn, organization: OrganizationId, id: ExportId) -> Result<()> {
    let lock = sql!(
        "SELECT id FROM exports WHERE organization_id = {} AND id = {} {for_update}",
        organization,
        id.0
    );
    let id: Uuid = lock.one(conn).await?;
    delete_locked(conn, organization, id).await
}

async fn delete_locked(conn: &mut Conn, organization: OrganizationId, id: Uuid) -> Result<()> {
    delete_parts(conn, organization, id).await?;
    let export =
        sql!("DELETE FROM exports WHERE organization_id = {} AND id = {}", organization, id);
    export.execute(conn).await.map(drop)
}

async fn delete_parts(conn: &mut Conn, organization: OrganizationId, id: Uuid) -> Result<()> {
    let parts = sql!(
        "DELETE FROM export_parts WHERE organization_id = {} AND export_id = {}",
        organization,
        id
    );
    parts.execute(conn).await.map(drop)
}

async fn purge(conn: &mut Conn, now: OffsetDateTime) -> Result<usize> {
    let expired: Vec<(Uuid, Uuid)> = expired(now).all(conn).await?;
    for (organization, id) in &expired {
        delete_locked(conn, OrganizationId(*organization), *id).await?;
    }
    Ok(expired.len())
}

fn expired(now: OffsetDateTime) -> Statement<'static> {
    sql!(
        "SELECT organization_id, id FROM exports WHERE expires_at <= {}
         ORDER BY expires_at LIMIT {} {for_update} {skip_locked}",
        now,
        PURGED
    )
}

fn list(
    organization: OrganizationId,
    tier: Tier,
    after: Option<Cursor>,
    limit: u16,
) -> Statement<'static> {
    let own = sql!(
        "SELECT {} FROM exports WHERE organization_id = {} AND tier = {}",
        ExportRow::COLUMNS,
        organization,
        tier.name()
    );
    page_query(own, after, limit)
}
