use super::super::super::sql::*;
use crate::{
    error::{backend, require_known},
    names,
};
use access::OrganizationId;
use accounting_export::{Export, ExportId, ExportState, NewPart, Period};
use time::{Date, OffsetDateTime};
use uuid::Uuid;

columns! {
    pub(super) struct ExportRow {
        id: Uuid,
        tier: String,
        period_from: Date,
        period_to: Date,
        files: bool,
        state: String,
        progress: String,
        error: Option<String>,
        created_at: OffsetDateTime,
        finished_at: Option<OffsetDateTime>,
        expires_at: OffsetDateTime,
        version: i32,
    }
}

impl ExportRow {
    /// The columns of `exports`.
    pub(super) const COLUMNS: Fragment = Fragment(
        "id, tier, period_from, period_to, files, state, progress, error, created_at, finished_at,
         expires_at, version",
    );

    pub(super) fn into_domain(self) -> Result<Export> {
        let state = ExportState::of_name(&self.state);
        Ok(Export {
            id: ExportId(self.id),
            period: Period { from: self.period_from, to: self.period_to },
            files: self.files,
            tier: names::tier(&self.tier)?,
            state: require_known("state of an export", &self.state, state)?,
            progress: serde_json::from_str(&self.progress).map_err(backend)?,
            error: self.error,
            created_at: self.created_at,
            finished_at: self.finished_at,
            expires_at: self.expires_at,
            version: self.version,
        })
    }
}

pub(super) fn progress(export: &Export) -> Result<String> {
    serde_json::to_string(&export.progress).map_err(backend)
}

pub(super) fn export_row<'a>(
    organization: OrganizationId,
    export: &'a Export,
    progress: &'a str,
) -> NewRow<'a> {
    row!("exports",
        organization_id: organization,
        id: export.id.0,
        tier: export.tier.name(),
        period_from: export.period.from,
        period_to: export.period.to,
        files: export.files,
        state: export.state.name(),
        progress: progress,
        error: export.error.as_deref(),
        created_at: export.created_at,
        finished_at: export.finished_at,
        expires_at: export.expires_at,
        version: export.version,
    )
}

/// Updates the export, whose row is locked.
pub(super) async fn update(
    conn: &mut Conn,
    organization: OrganizationId,
    after: &Export,
) -> Result<()> {
    let progress = progress(after)?;
    let update = sql!(
        "UPDATE exports SET state = {}, progress = {}, error = {}, finished_at = {}, version = {}
         WHERE organization_id = {} AND id = {}",
        after.state.name(),
        progress.as_str(),
        after.error.as_deref(),
        after.finished_at,
        after.version,
        organization,
        after.id.0
    );
    update.execute(conn).await.map(drop)
}

pub(super) fn part_row(
    organization: OrganizationId,
    id: ExportId,
    part: &NewPart,
) -> Result<NewRow<'_>> {
    Ok(row!("export_parts",
        organization_id: organization,
        export_id: id.0,
        file: part.file.name(),
        position: position(part.position)?,
        content: &part.content,
    ))
}

pub(super) fn position(position: u32) -> Result<i32> {
    i32::try_from(position).map_err(backend)
}
