//! Deliveries with their attempts, read by one statement.

use super::{
    super::sql::*,
    owned_by,
    rows::{BodyRow, DELIVERY, DeliveryRow, number},
};
use crate::error::require_known;
use events::Body;
use persistence::{Cursor, Page, RowId};
use time::OffsetDateTime;
use webhooks::{
    DeliveryId, EndpointId, Owner,
    deliveries::{Attempt, Outcome},
    ports::{DeliveryFilter, DeliveryRecord, MAX_HISTORY},
};

columns! {
    struct AttemptRow {
        number: i64,
        started_at: OffsetDateTime,
        finished_at: OffsetDateTime,
        outcome: String,
        status: Option<i32>,
        answer: String,
    }
}

/// The body, on the first row of a delivery only: it may be large, and each attempt has a row.
const BODY: Fragment = Fragment(
    "CASE WHEN a.number IS NULL OR a.number = (SELECT min(first.number) FROM webhook_attempts first
         WHERE first.organization_id = d.organization_id AND first.delivery_id = d.id
           AND first.number > d.attempts - {max_history})
       THEN coalesce(d.test_body, (SELECT payload FROM events e
         WHERE e.organization_id = d.organization_id AND e.id = d.source_id)) END AS body",
);

type RecordRow = Both<DeliveryRow, Both<BodyRow, Maybe<AttemptRow>>>;

/// The deliveries of an endpoint that meet `found`, with their latest attempts. It is appended to the first condition,
/// where the table is named `x`, and may order and limit them.
fn with_attempts(endpoint: EndpointId, found: Statement<'_>) -> Statement<'_> {
    sql!(
        "SELECT {delivery}, {body}, a.number, a.started_at, a.finished_at, a.outcome, a.status,
           a.answer
         FROM (SELECT * FROM webhook_deliveries x WHERE x.endpoint_id = {endpoint}{found}) AS d
         LEFT JOIN webhook_attempts a
           ON a.organization_id = d.organization_id AND a.delivery_id = d.id
           AND a.number > d.attempts - {max_history}
         ORDER BY d.created_at DESC, d.id DESC, a.number",
        delivery = DELIVERY,
        body = BODY,
        endpoint = endpoint.0,
        found = found,
        max_history = i64::from(MAX_HISTORY),
    )
}

/// A page and one delivery more, which shows whether more follow.
pub(super) fn page_of(
    endpoint: EndpointId,
    filter: &DeliveryFilter,
    after: Option<Cursor>,
    limit: u16,
) -> Statement<'static> {
    // written into the text, because some states have an index
    let state = filter.state.map(|state| match state {
        "pending" => sql!(" AND x.state = 'pending'"),
        "delivering" => sql!(" AND x.state = 'delivering'"),
        // phrased so that no index applies: the index of ended deliveries spans all endpoints
        "delivered" => {
            sql!(" AND NOT (x.state = 'pending' OR x.state = 'delivering' OR x.state = 'failed')")
        }
        "failed" => sql!(" AND x.state = 'failed'"),
        _ => sql!(" AND 1 = 0"),
    });
    let after = after.map(|Cursor { created_at, id: RowId(id) }| {
        sql!(
            " AND x.created_at <= {at} AND (x.created_at < {at} OR x.id < {id})",
            at = created_at,
            id = id
        )
    });
    let found = sql!("")
        .and(state)
        .and(filter.event.map(|event| sql!(" AND x.event = {}", event.as_str())))
        .and(after)
        .then(sql!(" ORDER BY x.created_at DESC, x.id DESC LIMIT {}", i64::from(limit) + 1));
    with_attempts(endpoint, found)
}

pub(super) async fn page(
    conn: &mut ReadConn<'_>,
    endpoint: EndpointId,
    filter: &DeliveryFilter,
    after: Option<Cursor>,
    limit: u16,
) -> Result<Page<DeliveryRecord>> {
    let rows = page_of(endpoint, filter, after, limit).all(conn).await?;
    Ok(Page::of_one_more(records(rows)?, limit))
}

pub(super) async fn one(
    conn: &mut ReadConn<'_>,
    owner: Owner,
    endpoint: EndpointId,
    id: DeliveryId,
) -> Result<DeliveryRecord> {
    let found = sql!(
        " AND x.id = {} AND EXISTS (SELECT 1 FROM
            (SELECT id FROM webhook_endpoints WHERE {}) AS w WHERE w.id = x.endpoint_id)",
        id.0,
        owned_by(owner)
    );
    let rows = with_attempts(endpoint, found).all(conn).await?;
    records(rows)?.pop().ok_or(StoreError::NotFound)
}

/// The rows of one delivery are consecutive.
fn records(rows: Vec<RecordRow>) -> Result<Vec<DeliveryRecord>> {
    let mut records: Vec<DeliveryRecord> = Vec::new();
    for Both(delivery, Both(BodyRow { body }, Maybe(attempt))) in rows {
        let delivery = delivery.into_domain()?;
        let attempt = attempt.map(AttemptRow::into_domain).transpose()?;
        match records.last_mut() {
            Some(last) if last.delivery.id == delivery.id => last.attempts.extend(attempt),
            _ => {
                let body = Body::stored(require_known("body of delivery", "", body)?);
                let attempts = attempt.into_iter().collect();
                records.push(DeliveryRecord { delivery, body, attempts });
            }
        }
    }
    Ok(records)
}

impl AttemptRow {
    fn into_domain(self) -> Result<Attempt> {
        let Self { started_at, finished_at, outcome: code, answer, .. } = self;
        let status = self.status.and_then(|status| u16::try_from(status).ok());
        let outcome = require_known("outcome", &code, Outcome::of_record(&code, status, &answer))?;
        Ok(Attempt { number: number(self.number)?, started_at, finished_at, outcome })
    }
}
