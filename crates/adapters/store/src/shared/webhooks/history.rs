//! Deliveries with their attempts, read together in one statement.

use super::{
    Lane, Result, Statement, owned_by,
    rows::{BODY, DELIVERY, DeliveryColumns, DeliveryRow, delivery, number},
};
use crate::error::{known, translate};
use crate::sql_types::{AsId, AsInstant, BigInt, Instant, Integer, Nullable, Text};
use diesel_async::RunQueryDsl;
use events::Body;
use persistence::{Cursor, Page, StoreError};
use time::OffsetDateTime;
use webhooks::{
    Attempt, DeliveryFilter, DeliveryId, DeliveryRecord, EndpointId, MAX_HISTORY, Outcome, Owner,
};

type AttemptColumns = (
    Nullable<BigInt>,
    Nullable<Instant>,
    Nullable<Instant>,
    Nullable<Text>,
    Nullable<Integer>,
    Nullable<Text>,
);
type AttemptRow = (
    Option<i64>,
    Option<OffsetDateTime>,
    Option<OffsetDateTime>,
    Option<String>,
    Option<i32>,
    Option<String>,
);
type RecordColumns = (DeliveryColumns, Nullable<Text>, AttemptColumns);
type RecordRow = (DeliveryRow, Option<String>, AttemptRow);

/// The deliveries of an endpoint, with conditions, an order and a limit to follow, then [`with_attempts`].
fn select<'a>(endpoint: EndpointId) -> Statement<'a, RecordColumns> {
    Statement::new("SELECT ")
        .sql(DELIVERY)
        .sql(", ")
        .sql(BODY)
        .sql(
            ", a.number, a.started_at, a.finished_at, a.outcome, a.status, a.answer \
             FROM (SELECT * FROM webhook_deliveries x WHERE x.endpoint_id = ",
        )
        .value(AsId(endpoint.0))
}

fn with_attempts(statement: Statement<'_, RecordColumns>) -> Statement<'_, RecordColumns> {
    statement
        .sql(
            ") AS d LEFT JOIN webhook_attempts a ON a.organization_id = d.organization_id \
             AND a.delivery_id = d.id AND a.number > d.attempts - ",
        )
        .value(i64::from(MAX_HISTORY))
        .sql(" ORDER BY d.created_at DESC, d.id DESC, a.number")
}

/// A page, and one delivery more, which tells whether there are others.
pub(super) fn page_of(
    endpoint: EndpointId,
    filter: &DeliveryFilter,
    after: Option<Cursor>,
    limit: u16,
) -> Statement<'static, RecordColumns> {
    let mut page = select(endpoint);
    if let Some(state) = filter.state {
        // not as a value: there is an index for some
        page = page.sql(match state {
            "pending" => " AND x.state = 'pending'",
            "delivering" => " AND x.state = 'delivering'",
            // in words that no index has: that of ended ones goes over all endpoints
            "delivered" => {
                " AND NOT (x.state = 'pending' OR x.state = 'delivering' OR x.state = 'failed')"
            }
            "failed" => " AND x.state = 'failed'",
            _ => " AND 1 = 0",
        });
    }
    if let Some(event) = filter.event {
        page = page.sql(" AND x.event = ").value(event.as_str());
    }
    if let Some(Cursor { created_at, id }) = after {
        page = page
            .sql(" AND x.created_at <= ")
            .value(AsInstant(created_at))
            .sql(" AND (x.created_at < ")
            .value(AsInstant(created_at))
            .sql(" OR x.id < ")
            .value(AsId(id))
            .sql(")");
    }
    page = page.sql(" ORDER BY x.created_at DESC, x.id DESC LIMIT ").value(i64::from(limit) + 1);
    with_attempts(page)
}

pub(super) async fn page(
    conn: &mut Lane<'_>,
    endpoint: EndpointId,
    filter: &DeliveryFilter,
    after: Option<Cursor>,
    limit: u16,
) -> Result<Page<DeliveryRecord>> {
    let statement = page_of(endpoint, filter, after, limit);
    let rows = records(statement.load(conn).await.map_err(translate)?)?;
    Ok(Page::of_one_more(rows, limit))
}

pub(super) async fn one(
    conn: &mut Lane<'_>,
    owner: Owner,
    endpoint: EndpointId,
    id: DeliveryId,
) -> Result<DeliveryRecord> {
    let (column, owner) = owned_by(owner);
    let statement = select(endpoint)
        .sql(" AND x.id = ")
        .value(AsId(id.0))
        .sql(" AND EXISTS (SELECT 1 FROM webhook_endpoints w WHERE w.id = x.endpoint_id AND w.")
        .sql(column)
        .value(owner)
        .sql(")");
    let rows = with_attempts(statement).load(conn).await.map_err(translate)?;
    records(rows)?.pop().ok_or(StoreError::NotFound)
}

/// Rows of the same delivery come one after the other.
fn records(rows: Vec<RecordRow>) -> Result<Vec<DeliveryRecord>> {
    let mut records: Vec<DeliveryRecord> = Vec::new();
    for (row, body, attempt_row) in rows {
        let delivery = delivery(row)?;
        let attempt = attempt(attempt_row)?;
        match records.last_mut() {
            Some(last) if last.delivery.id == delivery.id => last.attempts.extend(attempt),
            _ => {
                let body = Body::stored(known("body of delivery", "", body)?);
                let attempts = attempt.into_iter().collect();
                records.push(DeliveryRecord { delivery, body, attempts });
            }
        }
    }
    Ok(records)
}

fn attempt(row: AttemptRow) -> Result<Option<Attempt>> {
    let (Some(count), Some(started_at), Some(finished_at), Some(code), status, Some(answer)) = row
    else {
        return Ok(None);
    };
    let status = status.and_then(|status| u16::try_from(status).ok());
    let outcome = known("outcome", &code, Outcome::of_record(&code, status, &answer))?;
    Ok(Some(Attempt { number: number(count)?, started_at, finished_at, outcome }))
}
