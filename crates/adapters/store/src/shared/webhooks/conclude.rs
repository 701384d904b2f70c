//! Conclusions: many attempts in one transaction, each checked by itself.

use super::{
    super::{queue::job_row, sql::*},
    CONCLUDED_AT_ONCE,
    endpoints::{save_health, switch_off},
    execute_all, lock_deliveries,
    rows::{DeliveryKey, LockedRow, state_values},
};
use jobs::{JobId, NewJob};
use std::collections::{BTreeMap, BTreeSet};
use time::OffsetDateTime;
use uuid::Uuid;
use webhooks::{
    Delivery, EndpointId,
    deliveries::{Concluded, Outcome, excerpt},
    endpoints::{Health, disabled_mail_job},
    ports::FinishedAttempt,
};

/// The rows are locked until the transaction ends.
pub(super) async fn conclude_all(
    conn: &mut Conn,
    attempts: Vec<FinishedAttempt>,
) -> Result<Vec<Result<Concluded>>> {
    let keys: BTreeSet<DeliveryKey> =
        attempts.iter().map(|it| (it.organization.0, it.delivery.0)).collect();
    let mut known = Known::of(lock_deliveries(conn, &keys).await?);
    let before = known.endpoints.clone();
    let concluded: Vec<_> = attempts.into_iter().map(|attempt| known.conclude(attempt)).collect();
    let valid: Vec<&Concluded> = concluded.iter().flatten().collect();
    let states: BTreeMap<DeliveryKey, &Delivery> =
        valid.iter().map(|it| (key(&it.delivery), &it.delivery)).collect();
    let states: Vec<_> = states.into_values().map(state_row).collect();
    let answers: Vec<String> = valid.iter().map(|it| answer(&it.attempt.outcome)).collect();
    let attempts = valid.iter().zip(&answers).map(|(it, answer)| attempt_row(it, answer));
    let attempts: Vec<_> = attempts.collect();
    // in statements of the size that suits the backend
    let states = states.chunks(CONCLUDED_AT_ONCE).map(save_states);
    let attempts = attempts.chunks(CONCLUDED_AT_ONCE).map(save_attempts);
    execute_all(conn, states.chain(attempts).collect()).await?;
    let changed = known.endpoints.iter().filter(|(id, health)| before.get(id) != Some(health));
    let changed = changed.map(|(id, health)| save_health(*id, *health)).collect();
    execute_all(conn, changed).await?;
    // after their own states are saved: pending retries of a disabled endpoint are cancelled
    for deactivated in valid.iter().filter(|it| it.deactivated) {
        disable(conn, &deactivated.delivery, deactivated.attempt.finished_at).await?;
    }
    Ok(concluded)
}

/// Deliveries and the health of their endpoints, after the attempts so far.
#[derive(Default)]
struct Known {
    deliveries: BTreeMap<DeliveryKey, Delivery>,
    endpoints: BTreeMap<EndpointId, Health>,
    unreadable: BTreeMap<DeliveryKey, StoreError>,
}

impl Known {
    /// A row that cannot be read affects only its own attempt.
    fn of(rows: Vec<LockedRow>) -> Self {
        let mut known = Self::default();
        for Both(row, health) in rows {
            let (key, endpoint) = (row.key(), EndpointId(row.endpoint_id));
            match row.into_domain().and_then(|row| Ok((row, health.into_domain()?))) {
                Ok((delivery, health)) => {
                    known.deliveries.insert(key, delivery);
                    known.endpoints.insert(endpoint, health);
                }
                Err(error) => _ = known.unreadable.insert(key, error),
            }
        }
        known
    }

    fn conclude(&mut self, finished: FinishedAttempt) -> Result<Concluded> {
        let key = (finished.organization.0, finished.delivery.0);
        if let Some(error) = self.unreadable.remove(&key) {
            return Err(error);
        }
        let delivery = self.deliveries.get_mut(&key).ok_or(StoreError::NotFound)?;
        let health = self.endpoints.get_mut(&delivery.endpoint).ok_or(StoreError::NotFound)?;
        let concluded = delivery
            .conclude(finished.attempt, *health)
            .map_err(|webhooks::deliveries::Stale| StoreError::Conflict)?;
        (*delivery, *health) = (concluded.delivery, concluded.endpoint);
        Ok(concluded)
    }
}

fn key(delivery: &Delivery) -> DeliveryKey {
    (delivery.organization.0, delivery.id.0)
}

/// Deactivates the endpoint, which gets no more deliveries, and mails its owner.
async fn disable(conn: &mut Conn, last: &Delivery, at: OffsetDateTime) -> Result<()> {
    let id = JobId(Uuid::now_v7());
    let job = disabled_mail_job(last.organization, last.endpoint, at, id);
    let off = switch_off(last.endpoint, at);
    execute_all(conn, vec![off, mail_to_owner(&job, last.endpoint)]).await
}

/// Puts the mail into the queue, if the endpoint is an organization's own.
fn mail_to_owner(job: &NewJob, endpoint: EndpointId) -> Statement<'_> {
    job_row(job, job.run_at).insert_select().then(sql!(
        " FROM webhook_endpoints WHERE organization_id IS NOT NULL AND id = {}
          ON CONFLICT (key) DO NOTHING",
        endpoint.0
    ))
}

/// The part of an answer that is stored.
fn answer(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Answered { body, .. } => excerpt(body.as_bytes()),
        _ => String::new(),
    }
}

/// The state of a delivery: a row of the table that [`save_states`] reads.
fn state_row(delivery: &Delivery) -> NewRow<'static> {
    let (state, state_at, gave_up) = state_values(delivery.state);
    row!("v",
        organization_id: delivery.organization,
        id: delivery.id.0,
        state: state,
        state_at: state_at,
        gave_up: gave_up,
        attempts: i64::from(delivery.attempts),
        failures: i64::from(delivery.failures),
    )
}

fn save_states<'a>(rows: &[NewRow<'a>]) -> Statement<'a> {
    sql!(
        "WITH {} UPDATE webhook_deliveries SET state = v.state, state_at = v.state_at,
           gave_up = v.gave_up, attempts = v.attempts, failures = v.failures
         FROM v WHERE webhook_deliveries.organization_id = v.organization_id
           AND webhook_deliveries.id = v.id",
        table_of(rows)
    )
}

fn attempt_row<'a>(concluded: &Concluded, answer: &'a str) -> NewRow<'a> {
    let Concluded { delivery, attempt, .. } = concluded;
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

/// A row that is repeated is inserted once.
fn save_attempts<'a>(rows: &[NewRow<'a>]) -> Statement<'a> {
    insert_padded(rows).then(sql!(" ON CONFLICT (organization_id, delivery_id, number) DO NOTHING"))
}
