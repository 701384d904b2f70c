//! Claims: fair over endpoints, found by the index of open deliveries.

use super::{
    super::sql::*,
    claim_rows, count,
    rows::{BodyRow, DeliveryRow, ENDPOINT, EndpointRow},
    secrets,
};
use crate::{
    error::require_known,
    unreadable::{RowOf, leave_out, readable},
};
use events::Body;
use std::collections::HashMap;
use time::OffsetDateTime;
use uuid::Uuid;
use webhooks::{Endpoint, deliveries::LEASE, endpoints::Secrets, ports::Work};

/// The endpoints with open deliveries, and a null: steps from one to the next in the index, and skips the other
/// deliveries of each.
pub(crate) const WAITING: Fragment = Fragment(
    "WITH RECURSIVE waiting (endpoint_id) AS (
       SELECT (SELECT d.endpoint_id FROM webhook_deliveries d
         WHERE (d.state = 'pending' OR d.state = 'delivering') ORDER BY d.endpoint_id LIMIT 1)
       UNION ALL
       SELECT (SELECT d.endpoint_id FROM webhook_deliveries d
         WHERE (d.state = 'pending' OR d.state = 'delivering') AND d.endpoint_id > w.endpoint_id
         ORDER BY d.endpoint_id LIMIT 1) FROM waiting w WHERE w.endpoint_id IS NOT NULL)",
);
/// The first delivery of `waiting w` that is pending, or that is being sent.
pub(crate) const FIRST_PENDING: Fragment = Fragment(
    "(SELECT p.state_at FROM webhook_deliveries p
      WHERE p.endpoint_id = w.endpoint_id AND p.state = 'pending' ORDER BY p.state_at LIMIT 1)",
);
pub(crate) const FIRST_DELIVERING: Fragment = Fragment(
    "(SELECT p.state_at FROM webhook_deliveries p
      WHERE p.endpoint_id = w.endpoint_id AND p.state = 'delivering' ORDER BY p.state_at LIMIT 1)",
);
/// The number of deliveries of `waiting w` that are being sent.
pub(crate) const UNDER_WAY: Fragment = Fragment(
    "(SELECT count(*) FROM webhook_deliveries u
      WHERE u.endpoint_id = w.endpoint_id AND u.state = 'delivering' AND u.state_at > {now})",
);

/// The limits of a worker's claim.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted {
    pub(crate) now: OffsetDateTime,
    pub(crate) until: OffsetDateTime,
    pub(crate) per_endpoint: i64,
    pub(crate) limit: i64,
}

/// When a claim will next find a delivery; for an endpoint whose slots are all taken, at the end of a lease.
pub(super) fn next_due(wanted: &Wanted) -> Statement<'static> {
    sql!(
        "{waiting}
         SELECT min(free_from) FROM (
           SELECT {first_delivering} AS free_from FROM waiting w
           UNION ALL
           SELECT {first_pending} FROM waiting w WHERE {under_way} < {per_endpoint}) AS open",
        waiting = WAITING,
        first_delivering = FIRST_DELIVERING,
        first_pending = FIRST_PENDING,
        under_way = UNDER_WAY,
        now = wanted.now,
        per_endpoint = wanted.per_endpoint,
    )
}

pub(super) async fn next(
    conn: &mut ReadConn<'_>,
    now: OffsetDateTime,
    per_endpoint: usize,
) -> Result<Option<OffsetDateTime>> {
    next_due(&wanted(now, per_endpoint, 0)).one(conn).await
}

pub(super) fn wanted(now: OffsetDateTime, per_endpoint: usize, limit: usize) -> Wanted {
    let until = now.saturating_add(LEASE);
    Wanted { now, until, per_endpoint: count(per_endpoint), limit: count(limit) }
}

pub(super) async fn claim(store: &Backend, wanted: &Wanted) -> Result<Vec<Work>> {
    let mut transaction = store.begin_async_commit().await?;
    let claimed = with_endpoints(transaction.conn(), wanted).await;
    let (rows, endpoints) = transaction.finish(claimed).await?;
    work(store, rows, endpoints)
}

columns! {
    struct SecretsRow {
        secrets: Vec<u8>,
    }
}

pub(crate) type ClaimedRow = Both<DeliveryRow, BodyRow>;
type SealedRow = Both<EndpointRow, SecretsRow>;

async fn with_endpoints(
    conn: &mut Conn,
    wanted: &Wanted,
) -> Result<(Vec<ClaimedRow>, Vec<SealedRow>)> {
    let rows = claim_rows(conn, wanted).await?;
    let mut ids: Vec<Uuid> = rows.iter().map(|Both(delivery, _)| delivery.endpoint_id).collect();
    ids.sort_unstable();
    ids.dedup();
    if ids.is_empty() {
        return Ok((rows, Vec::new()));
    }
    let endpoints =
        sql!("SELECT {}, secrets FROM webhook_endpoints WHERE id IN {}", ENDPOINT, list(ids));
    Ok((rows, endpoints.all(conn).await?))
}

/// A delivery that cannot be read is not sent: it is claimed again when the lease expires, and delays no other. When
/// the secrets of all endpoints cannot be decrypted the key is a wrong one, and the claim fails.
fn work(store: &Backend, rows: Vec<ClaimedRow>, sealed: Vec<SealedRow>) -> Result<Vec<Work>> {
    let mut opened: HashMap<Uuid, (Endpoint, Secrets)> = HashMap::new();
    let mut unopened: Option<StoreError> = None;
    for Both(row, SecretsRow { secrets: sealed }) in sealed {
        let id = row.id;
        let Some(endpoint) = readable(RowOf::Endpoint, id, row.into_domain()) else { continue };
        match secrets::open(store.secrets_key.as_ref(), (endpoint.owner, endpoint.id), &sealed) {
            Ok(secrets) => _ = opened.insert(id, (endpoint, secrets)),
            Err(error) => {
                leave_out(RowOf::Endpoint, id, &error);
                unopened = Some(error);
            }
        }
    }
    match unopened {
        Some(error) if opened.is_empty() => Err(error),
        _ => Ok(rows.into_iter().filter_map(|row| one(row, &opened)).collect()),
    }
}

/// The work of a delivery, if it and its endpoint can be read.
fn one(
    Both(row, BodyRow { body }): ClaimedRow,
    opened: &HashMap<Uuid, (Endpoint, Secrets)>,
) -> Option<Work> {
    let (endpoint, secrets) = opened.get(&row.endpoint_id)?.clone();
    let id = row.id;
    let delivery = readable(RowOf::Delivery, id, row.into_domain())?;
    let body = readable(RowOf::Delivery, id, require_known("body of delivery", "", body))?;
    Some(Work { delivery, endpoint, secrets, body: Body::stored(body) })
}
