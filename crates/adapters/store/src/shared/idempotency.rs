use super::sql::*;
use crate::error::require_known;
use idempotency::{
    Answer, Decision, Fingerprint, IdempotencyStore, LEASE, Lease, Record, Scope, State, decide,
};
use time::OffsetDateTime;
use uuid::Uuid;

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl IdempotencyStore for Backend {
    /// One statement: of concurrent calls one finds its own token in the row. It does not wait for the disk. A crash
    /// may undo the latest claims, but then nothing was stored under them: a write under a lease is committed after
    /// the lease, checks its token, and brings the lease to the disk.
    async fn claim(
        &self,
        scope: Scope,
        lease: &Lease,
        fingerprint: Fingerprint,
        now: OffsetDateTime,
    ) -> Result<Decision> {
        let mut connection = self.async_commit().await?;
        let row = claim_key(scope, lease, &fingerprint.0, now).one(connection.conn()).await;
        let row: KeyRow = connection.finish(row).await?;
        if row.token == lease.token.0 {
            return Ok(Decision::Proceed);
        }
        Ok(decide(Some(&row.into_domain()?), fingerprint, now))
    }

    /// A crash may undo it: then the key is free when the lease expires.
    async fn release(&self, scope: Scope, lease: &Lease) -> Result<()> {
        let mut connection = self.async_commit().await?;
        let released = release(scope, lease).execute(connection.conn()).await;
        connection.finish(released).await.map(drop)
    }

    async fn purge_answers(&self, before: OffsetDateTime) -> Result<usize> {
        purge::in_batches(self, |most| purge_answers(before, most)).await
    }
}

columns! {
    struct KeyRow {
        token: Uuid,
        fingerprint: Vec<u8>,
        running_until: OffsetDateTime,
        status: Option<i32>,
        body: Option<Vec<u8>>,
    }
}

impl KeyRow {
    fn into_domain(self) -> Result<Record> {
        let bytes = <[u8; 32]>::try_from(self.fingerprint);
        let fingerprint = Fingerprint(require_known("fingerprint", "", bytes.ok())?);
        let state = match self.status {
            None => State::Running { until: self.running_until },
            Some(status) => {
                let status =
                    require_known("status", &status.to_string(), u16::try_from(status).ok())?;
                State::Done(Answer { status, body: self.body.unwrap_or_default() })
            }
        };
        Ok(Record { fingerprint, state })
    }
}

/// Inserts the key, or takes over an expired lease (`idempotency::decide` in SQL). Always returns the row as it is
/// then: it is claimed when its token is that of the lease.
fn claim_key<'a>(
    scope: Scope,
    lease: &'a Lease,
    fingerprint: &'a [u8],
    now: OffsetDateTime,
) -> Statement<'a> {
    const HAS_RUN_OUT: Fragment = Fragment(
        "k.status IS NULL AND k.fingerprint = excluded.fingerprint AND k.running_until <= {now}",
    );
    sql!(
        "INSERT INTO idempotency_keys AS k
           (organization_id, operation, key, token, fingerprint, running_until)
         VALUES ({organization}, {operation}, {key}, {token}, {fingerprint}, {until})
         ON CONFLICT (organization_id, operation, key) DO UPDATE SET
           token = CASE WHEN {has_run_out} THEN excluded.token ELSE k.token END,
           running_until = CASE WHEN {has_run_out}
             THEN excluded.running_until ELSE k.running_until END
         RETURNING token, fingerprint, running_until, status, body {async_commit}",
        has_run_out = HAS_RUN_OUT,
        organization = scope.id().0,
        operation = &*lease.operation,
        key = lease.key.as_str(),
        token = lease.token.0,
        fingerprint = fingerprint,
        until = now + LEASE,
        now = now,
    )
}

/// Stores the answer under the lease, unless the lease was lost.
pub(crate) fn completed<'a>(
    scope: Scope,
    lease: &'a Lease,
    answer: &'a Answer,
    at: OffsetDateTime,
) -> Statement<'a> {
    sql!(
        "UPDATE idempotency_keys AS k
         SET status = {status}, body = {body}, answered_at = {at} {from before}
         WHERE k.organization_id = {organization} AND k.operation = {operation} AND k.key = {key}
           AND k.token = {token} AND k.status IS NULL",
        status = i32::from(answer.status),
        body = answer.body.as_slice(),
        at = at,
        organization = scope.id().0,
        operation = &*lease.operation,
        key = lease.key.as_str(),
        token = lease.token.0,
    )
}

/// Stores the answer of a request under its lease, within the caller's transaction; an error when the lease was lost.
/// Does nothing without a lease.
pub(crate) async fn keep_answer(
    conn: &mut Conn,
    scope: impl Into<Scope>,
    answered: Option<(&Lease, OffsetDateTime)>,
    answer: &Answer,
) -> Result<()> {
    let Some((lease, at)) = answered else { return Ok(()) };
    match completed(scope.into(), lease, answer, at).execute(conn).await? {
        0 => Err(StoreError::LeaseLost),
        _ => Ok(()),
    }
}

/// The same for an answer that was written before the transaction began.
pub(crate) async fn answer(
    conn: &mut Conn,
    scope: impl Into<Scope>,
    answered: Option<(&Lease, &Answer)>,
    at: OffsetDateTime,
) -> Result<()> {
    let Some((lease, answer)) = answered else { return Ok(()) };
    keep_answer(conn, scope, Some((lease, at)), answer).await
}

fn release(scope: Scope, lease: &Lease) -> Statement<'_> {
    sql!(
        "DELETE FROM idempotency_keys WHERE organization_id = {organization}
         AND operation = {operation} AND key = {key} AND token = {token} AND status IS NULL
         RETURNING operation {async_commit}",
        organization = scope.id().0,
        operation = &*lease.operation,
        key = lease.key.as_str(),
        token = lease.token.0,
    )
}

/// Deletes old answers, and expired leases of processes that died.
fn purge_answers(before: OffsetDateTime, most: i64) -> Statement<'static> {
    // an answer is stored after its lease, so the first condition holds for all rows and lets the index seek
    sql!(
        "DELETE FROM idempotency_keys WHERE (organization_id, operation, key) IN (
           SELECT organization_id, operation, key FROM idempotency_keys
           WHERE running_until < {until}
             AND (answered_at < {before} OR (answered_at IS NULL AND running_until < {before}))
           ORDER BY running_until LIMIT {most})",
        until = before + LEASE,
        before = before,
        most = most,
    )
}
