//! Forgotten passwords.

use super::{
    super::super::{once, queue::job_row, sql::*},
    password,
};
use access::UserId;
use jobs::NewJob;
use sign_in::{ResetId, ResetRequest};
use time::OffsetDateTime;
use uuid::Uuid;

columns! {
    pub(super) struct ResetRow {
        id: Uuid,
        email: String,
        requested_at: OffsetDateTime,
    }
}

impl ResetRow {
    pub(super) fn into_domain(self) -> ResetRequest {
        let Self { id, email, requested_at } = self;
        ResetRequest { id: ResetId(id), email, requested_at }
    }
}

pub(super) async fn ask(conn: &mut Conn, request: &ResetRequest, job: &NewJob) -> Result<()> {
    let insert = job_row(job, request.requested_at).insert();
    if insert.then(sql!(" ON CONFLICT (key) DO NOTHING")).execute(conn).await? == 0 {
        return Ok(());
    }
    let row = row!("password_resets",
        id: request.id.0,
        email: &request.email,
        requested_at: request.requested_at,
    );
    row.insert().execute(conn).await.map(drop)
}

pub(super) async fn take(
    conn: &mut Conn,
    request: &ResetRequest,
    (user, password_hash, mail): (UserId, &str, &NewJob),
    now: OffsetDateTime,
) -> Result<()> {
    let take = sql!(
        "UPDATE password_resets SET used_at = {} WHERE id = {} AND used_at IS NULL",
        now,
        request.id.0
    );
    once(take.execute(conn).await?)?;
    let others = sql!(
        "UPDATE password_resets SET used_at = {} WHERE email = {} AND used_at IS NULL",
        now,
        &request.email
    );
    others.execute(conn).await?;
    password::set(conn, user, (password_hash, mail)).await
}
