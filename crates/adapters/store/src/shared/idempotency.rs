use super::{
    super::{Conn, RELAXED},
    statement::Statement,
};
use crate::{
    error::{known, translate},
    schema::idempotency_keys::dsl,
    sql_types::{AsId, AsInstant, Binary, Id, Instant, Integer, Nullable, Text},
};
use diesel::{delete, prelude::*};
use diesel_async::RunQueryDsl;
use idempotency::{Answer, Claim, Decision, Fingerprint, LEASE, Record, Scope, State, decide};
use persistence::StoreError;
use time::OffsetDateTime;
use uuid::Uuid;

type KeyColumns = (Id, Binary, Instant, Nullable<Integer>, Nullable<Binary>, Text);
type KeyRow = (Uuid, Vec<u8>, OffsetDateTime, Option<i32>, Option<Vec<u8>>, String);

/// One statement: of concurrent calls one finds its own token in the row. It does not wait for the
/// disk. A crash may undo the last claims, and then nothing was kept under them: what is kept under a
/// claim is committed after it, finds its token or is refused, and brings it to the disk.
pub(super) async fn claim(
    conn: &mut Conn,
    scope: Scope,
    claim: &Claim,
    fingerprint: Fingerprint,
    now: OffsetDateTime,
) -> Result<Decision, StoreError> {
    let statement = claim_key(scope, claim, &fingerprint.0, now);
    let row: KeyRow = statement.get_result(conn).await.map_err(translate)?;
    if row.0 == claim.token {
        return Ok(Decision::Work);
    }
    Ok(decide(Some(&record(row)?), fingerprint, now))
}

/// Inserts the key, or takes over a claim that has run out (`idempotency::decide` in SQL). Always
/// returns the row as it is then: claimed when the token in it is the claim's.
fn claim_key<'a>(
    scope: Scope,
    claim: &'a Claim,
    fingerprint: &'a [u8],
    now: OffsetDateTime,
) -> Statement<'a, KeyColumns> {
    let has_run_out = "CASE WHEN k.status IS NULL AND k.fingerprint = excluded.fingerprint \
                       AND k.running_until <= ";
    Statement::new(
        "INSERT INTO idempotency_keys AS k \
         (organization_id, operation, key, token, fingerprint, running_until) VALUES (",
    )
    .values([
        AsId(scope.id()).into(),
        claim.operation.into(),
        claim.key.as_str().into(),
        AsId(claim.token).into(),
        fingerprint.into(),
        AsInstant(now + LEASE).into(),
    ])
    .sql(") ON CONFLICT (organization_id, operation, key) DO UPDATE SET token = ")
    .sql(has_run_out)
    .value(AsInstant(now))
    .sql(" THEN excluded.token ELSE k.token END, running_until = ")
    .sql(has_run_out)
    .value(AsInstant(now))
    .sql(
        " THEN excluded.running_until ELSE k.running_until END \
         RETURNING token, fingerprint, running_until, status, body",
    )
    .sql(RELAXED)
}

fn record((_, fingerprint, until, status, body, _): KeyRow) -> Result<Record, StoreError> {
    let bytes = <[u8; 32]>::try_from(fingerprint);
    let fingerprint = Fingerprint(known("fingerprint", "", bytes.ok())?);
    let state = match status {
        None => State::Running { until },
        Some(status) => {
            let status = known("status", &status.to_string(), u16::try_from(status).ok())?;
            State::Done(Answer { status, body: body.unwrap_or_default() })
        }
    };
    Ok(Record { fingerprint, state })
}

/// Keeps the answer, up to the condition; see [`under_claim`].
pub(crate) fn answered<'a>(answer: &'a Answer, at: OffsetDateTime) -> Statement<'a> {
    Statement::new("UPDATE idempotency_keys AS k SET status = ")
        .value(i32::from(answer.status))
        .sql(", body = ")
        .value(answer.body.as_slice())
        .sql(", answered_at = ")
        .value(AsInstant(at))
}

/// The condition that finds the row of a claim, unless the claim was lost.
pub(crate) fn under_claim(scope: Scope, claim: &Claim) -> Statement<'_> {
    Statement::new(" WHERE k.organization_id = ")
        .value(AsId(scope.id()))
        .sql(" AND k.operation = ")
        .value(claim.operation)
        .sql(" AND k.key = ")
        .value(claim.key.as_str())
        .sql(" AND k.token = ")
        .value(AsId(claim.token))
        .sql(" AND k.status IS NULL")
}

/// A crash may undo it: then the key is free when the claim runs out.
pub(super) async fn release(
    conn: &mut Conn,
    scope: Scope,
    claim: &Claim,
) -> Result<(), StoreError> {
    let released = Statement::<Text>::new("DELETE FROM idempotency_keys AS k")
        .then(under_claim(scope, claim))
        .sql(" RETURNING operation")
        .sql(RELAXED);
    released.execute(conn).await.map(drop).map_err(translate)
}

/// Answers given before, and claims that ran out before because their process died.
pub(super) async fn forget_answers(
    conn: &mut Conn,
    before: OffsetDateTime,
) -> Result<usize, StoreError> {
    let unanswered = dsl::answered_at.is_null().and(dsl::running_until.lt(AsInstant(before)));
    delete(dsl::idempotency_keys)
        // an answer comes after its claim, so this holds for all of them: it lets the index seek
        .filter(dsl::running_until.lt(AsInstant(before + LEASE)))
        .filter(dsl::answered_at.lt(AsInstant(before)).or(unanswered.assume_not_null()))
        .execute(conn)
        .await
        .map_err(translate)
}
