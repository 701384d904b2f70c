use super::{
    Conn, FOR_CHANGE, Result, Statement,
    deliveries::{keep_state, locked},
    endpoints::{keep_health, switch_off},
    rows::{HealthColumns, HealthRow, health},
    translate,
};
use crate::sql_types::{AsId, AsInstant};
use access::OrganizationId;
use diesel_async::RunQueryDsl;
use webhooks::{Attempt, Concluded, Delivery, DeliveryId, Health, Outcome, StoreError, excerpt};

/// The endpoint is locked first, then the delivery.
pub(super) async fn conclude(
    conn: &mut Conn,
    organization: OrganizationId,
    id: DeliveryId,
    attempt: Attempt,
) -> Result<Concluded> {
    let before = endpoint_health(conn, organization, id).await?;
    let delivery = locked(conn, organization, id).await?;
    let concluded =
        delivery.conclude(attempt, before).map_err(|webhooks::Stale| StoreError::Stale)?;
    keep_state(conn, &concluded.delivery).await?;
    keep_attempt(conn, &concluded.delivery, &concluded.attempt).await?;
    if concluded.endpoint != before {
        keep_health(conn, delivery.endpoint, concluded.endpoint).await?;
    }
    if concluded.deactivated {
        switch_off(conn, delivery.endpoint, concluded.attempt.finished_at).await?;
    }
    Ok(concluded)
}

async fn endpoint_health(
    conn: &mut Conn,
    organization: OrganizationId,
    id: DeliveryId,
) -> Result<Health> {
    let row: HealthRow = Statement::<HealthColumns>::new(
        "SELECT consecutive_failures, off_at, off_reason FROM webhook_endpoints \
         WHERE id = (SELECT endpoint_id FROM webhook_deliveries WHERE organization_id = ",
    )
    .value(AsId::from(organization))
    .sql(" AND id = ")
    .value(AsId(id.0))
    .sql(")")
    .sql(FOR_CHANGE)
    .get_result(conn)
    .await
    .map_err(translate)?;
    health(row)
}

async fn keep_attempt(conn: &mut Conn, delivery: &Delivery, attempt: &Attempt) -> Result<()> {
    let answer = match &attempt.outcome {
        Outcome::Answered { body, .. } => excerpt(body.as_bytes()),
        _ => String::new(),
    };
    Statement::<()>::new(
        "INSERT INTO webhook_attempts (organization_id, delivery_id, number, started_at, \
         finished_at, outcome, status, answer) VALUES (",
    )
    .values([
        AsId::from(delivery.organization).into(),
        AsId(delivery.id.0).into(),
        i64::from(attempt.number).into(),
        AsInstant(attempt.started_at).into(),
        AsInstant(attempt.finished_at).into(),
        attempt.outcome.code().into(),
        attempt.outcome.status().map(i32::from).into(),
        answer.as_str().into(),
    ])
    .sql(")")
    .execute(conn)
    .await
    .map(drop)
    .map_err(translate)
}
