//! Claims: fair over endpoints, found by the index of open deliveries.

use super::{
    Backend, Conn, Lane, Result, Statement, claim_rows, count,
    rows::{DeliveryRow, ENDPOINT, EndpointColumns, EndpointRow, delivery, endpoint},
    secrets,
};
use crate::error::{known, translate};
use crate::sql_types::{AsId, AsInstant, Binary, Instant, Nullable};
use diesel_async::RunQueryDsl;
use events::Body;
use persistence::StoreError;
use std::collections::HashMap;
use time::OffsetDateTime;
use uuid::Uuid;
use webhooks::{Endpoint, LEASE, Secrets, Work};

/// The endpoints with open deliveries, and a null: goes from one to the next in the index, over all
/// the deliveries of each.
pub(crate) const WAITING: &str = "WITH RECURSIVE waiting (endpoint_id) AS ( \
     SELECT (SELECT d.endpoint_id FROM webhook_deliveries d \
         WHERE (d.state = 'pending' OR d.state = 'delivering') ORDER BY d.endpoint_id LIMIT 1) \
     UNION ALL \
     SELECT (SELECT d.endpoint_id FROM webhook_deliveries d \
         WHERE (d.state = 'pending' OR d.state = 'delivering') AND d.endpoint_id > w.endpoint_id \
         ORDER BY d.endpoint_id LIMIT 1) FROM waiting w WHERE w.endpoint_id IS NOT NULL)";

/// The first of the endpoint's deliveries that wait, or that are under way.
pub(crate) const FIRST_PENDING: &str = "(SELECT p.state_at FROM webhook_deliveries p \
     WHERE p.endpoint_id = w.endpoint_id AND p.state = 'pending' ORDER BY p.state_at LIMIT 1)";
pub(crate) const FIRST_DELIVERING: &str = "(SELECT p.state_at FROM webhook_deliveries p \
     WHERE p.endpoint_id = w.endpoint_id AND p.state = 'delivering' ORDER BY p.state_at LIMIT 1)";
/// How many of its deliveries are under way; the time follows.
pub(crate) const UNDER_WAY: &str = "(SELECT count(*) FROM webhook_deliveries u \
     WHERE u.endpoint_id = w.endpoint_id AND u.state = 'delivering' AND u.state_at > ";

/// What a worker asks for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted {
    pub(crate) now: AsInstant,
    pub(crate) until: AsInstant,
    pub(crate) per_endpoint: i64,
    pub(crate) limit: i64,
}

/// When a claim will find something: where all that may be under way is, at the end of a lease.
pub(super) fn next_due(wanted: &Wanted) -> Statement<'static, Nullable<Instant>> {
    Statement::new(WAITING)
        .sql(" SELECT min(free_from) FROM (SELECT ")
        .sql(FIRST_DELIVERING)
        .sql(" AS free_from FROM waiting w UNION ALL SELECT ")
        .sql(FIRST_PENDING)
        .sql(" FROM waiting w WHERE ")
        .sql(UNDER_WAY)
        .value(wanted.now)
        .sql(") < ")
        .value(wanted.per_endpoint)
        .sql(") AS open")
}

pub(super) async fn next(
    conn: &mut Lane<'_>,
    now: OffsetDateTime,
    per_endpoint: usize,
) -> Result<Option<OffsetDateTime>> {
    let wanted = wanted(now, per_endpoint, 0);
    next_due(&wanted).get_result(conn).await.map_err(translate)
}

pub(super) fn wanted(now: OffsetDateTime, per_endpoint: usize, limit: usize) -> Wanted {
    let (per_endpoint, limit) = (count(per_endpoint), count(limit));
    let (now, until) = (AsInstant(now), AsInstant(now.saturating_add(LEASE)));
    Wanted { now, until, per_endpoint, limit }
}

pub(super) async fn claim(store: &Backend, wanted: &Wanted) -> Result<Vec<Work>> {
    let mut transaction = store.begin_relaxed().await?;
    let claimed = with_endpoints(transaction.conn(), wanted).await;
    let (rows, endpoints) = transaction.finish(claimed).await?;
    work(store, rows, endpoints)
}

async fn with_endpoints(
    conn: &mut Conn,
    wanted: &Wanted,
) -> Result<(Vec<ClaimedRow>, Vec<SealedRow>)> {
    let rows = claim_rows(conn, wanted).await?;
    let endpoints = endpoints(conn, &rows).await?;
    Ok((rows, endpoints))
}

type ClaimedRow = (DeliveryRow, Option<String>);
type SealedRow = (EndpointRow, Vec<u8>);

async fn endpoints(conn: &mut Conn, rows: &[ClaimedRow]) -> Result<Vec<SealedRow>> {
    let mut ids: Vec<Uuid> = rows.iter().map(|((_, _, endpoint, ..), _)| *endpoint).collect();
    ids.sort_unstable();
    ids.dedup();
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    Statement::<(EndpointColumns, Binary)>::new("SELECT ")
        .sql(ENDPOINT)
        .sql(", secrets FROM webhook_endpoints WHERE id IN ")
        .list(ids.into_iter().map(AsId))
        .load(conn)
        .await
        .map_err(translate)
}

/// Of endpoints whose secrets cannot be read nothing is sent: their deliveries are claimed again
/// when the lease has run out. They keep no other from being sent, but when there is no other, the
/// caller is told.
fn work(store: &Backend, rows: Vec<ClaimedRow>, sealed: Vec<SealedRow>) -> Result<Vec<Work>> {
    let mut readable: HashMap<Uuid, (Endpoint, Secrets)> = HashMap::new();
    let mut unreadable: Option<StoreError> = None;
    for (row, sealed) in sealed {
        let endpoint = endpoint(row)?;
        match secrets::open(store.secrets_key.as_ref(), (endpoint.owner, endpoint.id), &sealed) {
            Ok(secrets) => _ = readable.insert(endpoint.id.0, (endpoint, secrets)),
            Err(error) => unreadable = Some(error),
        }
    }
    match unreadable {
        Some(error) if readable.is_empty() => return Err(error),
        _ => {}
    }
    let mut work = Vec::with_capacity(rows.len());
    for (row, body) in rows {
        let delivery = delivery(row)?;
        let Some((endpoint, secrets)) = readable.get(&delivery.endpoint.0) else { continue };
        let (endpoint, secrets) = (endpoint.clone(), secrets.clone());
        let body = Body::stored(known("body of delivery", "", body)?);
        work.push(Work { delivery, endpoint, secrets, body });
    }
    Ok(work)
}
