use super::super::super::sql::*;
use crate::error::backend;
use access::{ApiKeyId, AttemptHash, OrganizationId};
use sapi_sk::{Client, FAILURES_WITHIN, Failures};
use time::OffsetDateTime;
use uuid::Uuid;

columns! {
    struct ClientRow {
        organization_id: Uuid,
        hash: Vec<u8>,
        count: Option<i64>,
        since: Option<OffsetDateTime>,
        locked_until: Option<OffsetDateTime>,
    }
}

impl ClientRow {
    fn into_domain(self) -> Result<Client> {
        let Self { organization_id, hash, count, since, locked_until } = self;
        let secret_hash = hash.try_into().map_err(|_| backend("a SHA-256 hash has 32 bytes"))?;
        let count = u32::try_from(count.unwrap_or(0)).map_err(backend)?;
        let failures = Failures { count, since, locked_until };
        Ok(Client { organization: OrganizationId(organization_id), secret_hash, failures })
    }
}

/// A client and the origin of its sign-in attempt.
pub(super) type Tried = (ApiKeyId, AttemptHash);

/// An organization's key with its failures from this origin.
fn query<'a>(id: ApiKeyId, from: &'a AttemptHash) -> Statement<'a> {
    sql!(
        "SELECT k.organization_id, k.hash, f.count, f.since, f.locked_until
         FROM api_keys k LEFT JOIN sapi_failures f ON f.key_id = k.id AND f.origin = {}
         WHERE k.id = {} AND k.organization_id IS NOT NULL",
        &from.0[..],
        id.0
    )
}

pub(super) async fn client(conn: &mut ReadConn<'_>, (id, from): Tried) -> Result<Option<Client>> {
    query(id, &from).first::<ClientRow>(conn).await?.map(ClientRow::into_domain).transpose()
}

/// Within the caller's transaction. Returns the failures before.
pub(super) async fn count(
    conn: &mut Conn,
    (id, from): Tried,
    now: OffsetDateTime,
) -> Result<Failures> {
    lock(conn, id).await?;
    // expired failures of other origins, so that a caller with many addresses does not leave a row for each
    let over = sql!(
        "DELETE FROM sapi_failures WHERE key_id = {} AND origin <> {}
           AND coalesce(locked_until, since) < {}",
        id.0,
        &from.0[..],
        now - FAILURES_WITHIN
    );
    over.execute(conn).await?;
    let before = query(id, &from).one::<ClientRow>(conn).await?.into_domain()?.failures;
    let failures = before.with_failure(now);
    let row = row!("sapi_failures",
        key_id: id.0,
        origin: &from.0[..],
        count: i64::from(failures.count),
        since: failures.since,
        locked_until: failures.locked_until,
    );
    let again = sql!(
        " ON CONFLICT (key_id, origin) DO UPDATE SET count = excluded.count, since = excluded.since,
          locked_until = excluded.locked_until"
    );
    row.insert().then(again).execute(conn).await?;
    Ok(before)
}

/// Within the caller's transaction.
pub(super) async fn forget(conn: &mut Conn, (id, from): Tried) -> Result<()> {
    sql!("DELETE FROM sapi_failures WHERE key_id = {} AND origin = {}", id.0, &from.0[..])
        .execute(conn)
        .await
        .map(drop)
}

/// Serializes the requests of a client.
pub(super) async fn lock(conn: &mut Conn, id: ApiKeyId) -> Result<()> {
    sql!("SELECT id FROM api_keys WHERE id = {} {for_change}", id.0)
        .one::<Uuid>(conn)
        .await
        .map(drop)
}
