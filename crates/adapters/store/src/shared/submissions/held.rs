//! Letting held submissions leave.

use super::super::{
    super::{Conn, FOR_UPDATE},
    statement::Statement,
    trail::{insert_lines, line},
};
use crate::{
    error::translate,
    sql_types::{AsId, AsInstant, Id, Text},
};
use access::OrganizationId;
use diesel_async::RunQueryDsl;
use peppol_connector::{SEND_JOB, SubmissionId, TrailKind};
use persistence::StoreError;
use time::OffsetDateTime;
use uuid::Uuid;

type Result<T> = std::result::Result<T, StoreError>;

/// Submissions released by the same statements.
const BATCH: usize = 500;

/// Within the caller's transaction. In the order of their ids, so that two requests that release the
/// same ones do not wait for each other in a circle.
pub(super) async fn release_held(
    conn: &mut Conn,
    organization: OrganizationId,
    only: Option<&[SubmissionId]>,
    now: OffsetDateTime,
) -> Result<Vec<SubmissionId>> {
    let mut released = Vec::new();
    match only {
        None => released.extend(release(conn, organization, None, now).await?),
        Some(ids) => {
            let mut ids = ids.to_vec();
            ids.sort_unstable();
            for ids in ids.chunks(BATCH) {
                released.extend(release(conn, organization, Some(ids), now).await?);
            }
        }
    }
    Ok(released)
}

async fn release(
    conn: &mut Conn,
    organization: OrganizationId,
    only: Option<&[SubmissionId]>,
    now: OffsetDateTime,
) -> Result<Vec<SubmissionId>> {
    let held = held(organization, only);
    let rows: Vec<(Uuid, Uuid, String)> = held.load(conn).await.map_err(translate)?;
    for rows in rows.chunks(BATCH) {
        free(conn, organization, rows, now).await?;
    }
    Ok(rows.into_iter().map(|(id, ..)| SubmissionId(id)).collect())
}

/// Those that are held, locked.
fn held<'a>(
    organization: OrganizationId,
    only: Option<&[SubmissionId]>,
) -> Statement<'a, (Id, Id, Text)> {
    let query = Statement::new(
        "SELECT id, invoice_id, number FROM submissions \
         WHERE state IN ('queued', 'sending') AND state = 'queued' AND held AND organization_id = ",
    )
    .value(AsId::from(organization));
    let query = match only {
        None => query,
        Some(ids) => {
            let ids = ids.iter().map(|id| AsId(id.0).into());
            query.sql(" AND id IN (").values(ids).sql(")").once()
        }
    };
    query.sql(" ORDER BY id").sql(FOR_UPDATE)
}

async fn free(
    conn: &mut Conn,
    organization: OrganizationId,
    rows: &[(Uuid, Uuid, String)],
    now: OffsetDateTime,
) -> Result<()> {
    let ids = || rows.iter().map(|(id, ..)| AsId(*id).into());
    Statement::<()>::new("UPDATE submissions SET held = false, updated_at = ")
        .value(AsInstant(now))
        .sql(" WHERE organization_id = ")
        .value(AsId::from(organization))
        .sql(" AND id IN (")
        .values(ids())
        .sql(")")
        .once()
        .execute(conn)
        .await
        .map_err(translate)?;
    Statement::<()>::new("UPDATE jobs SET state_at = ")
        .value(AsInstant(now))
        .sql(" WHERE state = 'waiting' AND kind = ")
        .value(SEND_JOB.0)
        .sql(" AND subject_id IN (")
        .values(ids())
        .sql(")")
        .once()
        .execute(conn)
        .await
        .map_err(translate)?;
    let lines = rows.iter().map(|(id, invoice, number)| {
        let (id, invoice) = (Some(*id), Some(*invoice));
        line(organization, now, TrailKind::Released, id, invoice, Some(number), None)
    });
    insert_lines(conn, lines.collect()).await
}
