use super::{
    super::{queue::job_row, sql::*},
    deliveries::save_state,
    endpoints::{save_health, switch_off},
    execute_all,
    rows::{DELIVERY, DeliveryRow, HealthRow},
};
use access::OrganizationId;
use jobs::NewJob;
use uuid::Uuid;
use webhooks::{
    Attempt, Concluded, Delivery, DeliveryId, EndpointId, Outcome, excerpt, off_mail_job,
};

/// What was read is locked until the transaction ends.
pub(super) async fn conclude(
    conn: &mut Conn,
    organization: OrganizationId,
    id: DeliveryId,
    attempt: Attempt,
) -> Result<Concluded> {
    let Both(delivery, before): Both<DeliveryRow, HealthRow> =
        both(organization, id).one(conn).await?;
    let (delivery, before) = (delivery.into_domain()?, before.into_domain()?);
    let concluded =
        delivery.conclude(attempt, before).map_err(|webhooks::Stale| StoreError::Conflict)?;
    let Concluded { delivery: after, attempt, endpoint, .. } = &concluded;
    let answer = match &attempt.outcome {
        Outcome::Answered { body, .. } => excerpt(body.as_bytes()),
        _ => String::new(),
    };
    let mut changes = vec![save_state(after), attempt_row(after, attempt, &answer).insert()];
    if *endpoint != before {
        changes.push(save_health(delivery.endpoint, *endpoint));
    }
    execute_all(conn, changes).await?;
    if concluded.deactivated {
        let job =
            off_mail_job(organization, delivery.endpoint, attempt.finished_at, Uuid::now_v7());
        let off = switch_off(delivery.endpoint, attempt.finished_at);
        execute_all(conn, vec![off, tell_owner(&job, delivery.endpoint)]).await?;
    }
    Ok(concluded)
}

/// Puts the mail into the queue, if the endpoint is an organization's own.
fn tell_owner(job: &NewJob, endpoint: EndpointId) -> Statement<'_> {
    job_row(job, job.run_at).insert_select().then(sql!(
        " FROM webhook_endpoints WHERE organization_id IS NOT NULL AND id = {}
          ON CONFLICT (key) DO NOTHING",
        endpoint.0
    ))
}

/// The endpoint is locked first, then the delivery: in the order in which they are named.
fn both(organization: OrganizationId, id: DeliveryId) -> Statement<'static> {
    sql!(
        "SELECT {}, w.consecutive_failures, w.off_at, w.off_reason FROM webhook_endpoints w
         JOIN webhook_deliveries d ON d.endpoint_id = w.id
         WHERE d.organization_id = {} AND d.id = {} {for_change}",
        DELIVERY,
        organization,
        id.0
    )
}

fn attempt_row<'a>(delivery: &Delivery, attempt: &Attempt, answer: &'a str) -> NewRow<'a> {
    row!("webhook_attempts",
        organization_id: delivery.organization,
        delivery_id: delivery.id.0,
        number: i64::from(attempt.number),
        started_at: attempt.started_at,
        finished_at: attempt.finished_at,
        outcome: attempt.outcome.code(),
        status: attempt.outcome.status().map(i32::from),
        answer: answer,
    )
}
