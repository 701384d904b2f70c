use super::super::{issued_rows::NewRow, jobs::job_row};
use super::{
    Conn, FOR_CHANGE, Result, Statement,
    deliveries::keep_state,
    endpoints::{keep_health, switch_off},
    execute_all,
    rows::{DELIVERY, DeliveryColumns, HealthColumns, delivery, health},
};
use crate::error::translate;
use crate::sql_types::{AsId, AsInstant};
use access::OrganizationId;
use diesel_async::RunQueryDsl;
use jobs::NewJob;
use persistence::StoreError;
use uuid::Uuid;
use webhooks::{
    Attempt, Concluded, Delivery, DeliveryId, EndpointId, Health, Outcome, excerpt, off_mail_job,
};

/// What was read is locked until the transaction ends.
pub(super) async fn conclude(
    conn: &mut Conn,
    organization: OrganizationId,
    id: DeliveryId,
    attempt: Attempt,
) -> Result<Concluded> {
    let (row, health_row) = both(organization, id).get_result(conn).await.map_err(translate)?;
    let (delivery, before): (Delivery, Health) = (delivery(row)?, health(health_row)?);
    let concluded =
        delivery.conclude(attempt, before).map_err(|webhooks::Stale| StoreError::Conflict)?;
    let Concluded { delivery: after, attempt, endpoint, .. } = &concluded;
    let answer = match &attempt.outcome {
        Outcome::Answered { body, .. } => excerpt(body.as_bytes()),
        _ => String::new(),
    };
    let mut changes = vec![keep_state(after), keep_attempt(after, attempt, &answer)];
    if *endpoint != before {
        changes.push(keep_health(delivery.endpoint, *endpoint));
    }
    execute_all(conn, changes).await?;
    if concluded.deactivated {
        switch_off(conn, delivery.endpoint, attempt.finished_at).await?;
        let job =
            off_mail_job(organization, delivery.endpoint, attempt.finished_at, Uuid::now_v7());
        execute_all(conn, vec![tell_owner(&job, delivery.endpoint)]).await?;
    }
    Ok(concluded)
}

/// Puts the mail into the queue, if the endpoint is an organization's own.
fn tell_owner(job: &NewJob, endpoint: EndpointId) -> Statement<'_> {
    let NewRow { into, values } = job_row(job, job.run_at);
    Statement::new("INSERT INTO ")
        .sql(into)
        .sql(" SELECT ")
        .values(values)
        .sql(" FROM webhook_endpoints WHERE organization_id IS NOT NULL AND id = ")
        .value(AsId(endpoint.0))
        .sql(" ON CONFLICT (key) DO NOTHING")
}

/// The endpoint is locked first, then the delivery: in the order in which they are named.
fn both(
    organization: OrganizationId,
    id: DeliveryId,
) -> Statement<'static, (DeliveryColumns, HealthColumns)> {
    Statement::new("SELECT ")
        .sql(DELIVERY)
        .sql(
            ", w.consecutive_failures, w.off_at, w.off_reason FROM webhook_endpoints w \
             JOIN webhook_deliveries d ON d.endpoint_id = w.id WHERE d.organization_id = ",
        )
        .value(AsId::from(organization))
        .sql(" AND d.id = ")
        .value(AsId(id.0))
        .sql(FOR_CHANGE)
}

fn keep_attempt<'a>(delivery: &Delivery, attempt: &Attempt, answer: &'a str) -> Statement<'a> {
    Statement::new(
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
        answer.into(),
    ])
    .sql(")")
}
