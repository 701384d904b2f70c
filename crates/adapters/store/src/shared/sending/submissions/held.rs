//! Releases held submissions.

use super::super::super::{network::audit::Line, sql::*, webhooks::count};
use access::{Credential, OrganizationId};
use peppol_connector::{
    audit::AuditAction,
    identifiers::{Network, SubmissionId},
    sending::{MAX_RELEASED, SEND_JOB},
};
use time::OffsetDateTime;
use uuid::Uuid;

/// The most submissions that the same statements release.
const BATCH: usize = MAX_RELEASED;

/// The organization and the network of the submissions.
pub(super) type Owner = (OrganizationId, Network);

/// The credentials of the release, and its time.
pub(super) type Released = (Option<Credential>, OffsetDateTime);

/// Within the caller's transaction. In the order of their ids, so that two requests that release the same ones do not
/// deadlock.
pub(super) async fn release_held(
    conn: &mut Conn,
    owner: Owner,
    only: Option<&[SubmissionId]>,
    at: Released,
) -> Result<Vec<SubmissionId>> {
    let Some(ids) = only else { return release(conn, owner, None, at).await };
    let mut ids = ids.to_vec();
    ids.sort_unstable();
    let mut released = Vec::new();
    for ids in ids.chunks(BATCH) {
        released.extend(release(conn, owner, Some(ids), at).await?);
    }
    Ok(released)
}

/// Id, invoice and number of a submission.
type HeldRow = (Uuid, Uuid, String);

async fn release(
    conn: &mut Conn,
    owner: Owner,
    only: Option<&[SubmissionId]>,
    at: Released,
) -> Result<Vec<SubmissionId>> {
    let rows: Vec<HeldRow> = held(owner, only).all(conn).await?;
    for rows in rows.chunks(BATCH) {
        free(conn, owner, rows, at).await?;
    }
    Ok(rows.into_iter().map(|(id, ..)| SubmissionId(id)).collect())
}

/// The held submissions, the oldest first, locked.
fn held<'a>((organization, network): Owner, only: Option<&[SubmissionId]>) -> Statement<'a> {
    let only = only.map(|ids| sql!(" AND id IN {}", list(ids.iter().map(|id| id.0))));
    sql!(
        "SELECT id, invoice_id, number FROM submissions
         WHERE state IN ('queued', 'sending') AND state = 'queued' AND held
           AND organization_id = {} AND network = {}",
        organization,
        network.name()
    )
    .and(only)
    .then(sql!(" ORDER BY id LIMIT {} {for_update}", count(BATCH)))
}

async fn free(
    conn: &mut Conn,
    (organization, network): Owner,
    rows: &[HeldRow],
    (actor, now): Released,
) -> Result<()> {
    let ids = || list(rows.iter().map(|(id, ..)| *id));
    let submissions = sql!(
        "UPDATE submissions SET held = false, updated_at = {}
         WHERE organization_id = {} AND id IN {}",
        now,
        organization,
        ids()
    );
    submissions.execute(conn).await?;
    let jobs = sql!(
        "UPDATE jobs SET state_at = {}
         WHERE state = 'waiting' AND kind = {} AND subject_id IN {}",
        now,
        SEND_JOB.0,
        ids()
    );
    jobs.execute(conn).await?;
    let lines = rows.iter().map(|(id, invoice, number)| {
        let line = Line {
            document: Some(*id),
            invoice: Some(*invoice),
            number: Some(number),
            actor,
            ..Line::new(organization, now, AuditAction::Released, network)
        };
        line.row()
    });
    match insert_all(lines) {
        Some(insert) => insert.once().execute(conn).await.map(drop),
        None => Ok(()),
    }
}
