//! Conclusions: many attempts in one transaction, each judged by itself.

use super::super::{issued_rows::NewRow, jobs::job_row, statement::Value};
use super::{
    CONCLUDED_AT_ONCE, Conn, Result, Statement,
    endpoints::{keep_health, switch_off},
    execute_all, lock_deliveries,
    rows::{DeliveryKey, DeliveryRow, HealthRow, delivery, delivery_key, health, state_values},
};
use crate::{
    error::translate,
    sql_types::{AsId, AsInstant},
};
use diesel_async::RunQueryDsl;
use jobs::NewJob;
use persistence::StoreError;
use std::collections::{BTreeMap, BTreeSet};
use time::OffsetDateTime;
use uuid::Uuid;
use webhooks::{
    Concluded, Delivery, EndpointId, FinishedAttempt, Health, Outcome, excerpt, off_mail_job,
};

/// What was read is locked until the transaction ends.
pub(super) async fn conclude_all(
    conn: &mut Conn,
    attempts: Vec<FinishedAttempt>,
) -> Result<Vec<Result<Concluded>>> {
    let keys: BTreeSet<DeliveryKey> =
        attempts.iter().map(|it| (it.organization.0, it.delivery.0)).collect();
    let mut known = Known::of(lock_deliveries(conn, &keys).await?);
    let before = known.endpoints.clone();
    let concluded: Vec<_> = attempts.into_iter().map(|attempt| known.conclude(attempt)).collect();
    let kept: Vec<&Concluded> = concluded.iter().flatten().collect();
    let states: BTreeMap<DeliveryKey, &Delivery> =
        kept.iter().map(|it| (key(&it.delivery), &it.delivery)).collect();
    let answers: Vec<String> = kept.iter().map(|it| answer(&it.attempt.outcome)).collect();
    let attempts = kept.iter().zip(&answers).map(|(it, answer)| attempt_row(it, answer));
    keep(conn, states.into_values().map(state_row).collect(), attempts.collect()).await?;
    let changed = known.endpoints.iter().filter(|(id, health)| before.get(id) != Some(health));
    let changed = changed.map(|(id, health)| keep_health(*id, *health)).collect();
    execute_all(conn, changed).await?;
    // after their own states are kept: what waits for another attempt now waits in vain
    for deactivated in kept.iter().filter(|it| it.deactivated) {
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
    /// A row that cannot be read is the concern of its own attempt only.
    fn of(rows: Vec<(DeliveryRow, HealthRow)>) -> Self {
        let mut known = Self::default();
        for (row, health_row) in rows {
            let (key, endpoint) = ((row.0, row.1), EndpointId(row.2));
            match delivery(row).and_then(|delivery| Ok((delivery, health(health_row)?))) {
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
            .map_err(|webhooks::Stale| StoreError::Conflict)?;
        (*delivery, *health) = (concluded.delivery, concluded.endpoint);
        Ok(concluded)
    }
}

fn key(delivery: &Delivery) -> DeliveryKey {
    (delivery.organization.0, delivery.id.0)
}

/// The endpoint gets no more deliveries, and its owner a mail.
async fn disable(conn: &mut Conn, last: &Delivery, at: OffsetDateTime) -> Result<()> {
    switch_off(conn, last.endpoint, at).await?;
    let job = off_mail_job(last.organization, last.endpoint, at, Uuid::now_v7());
    tell_owner(&job, last.endpoint).execute(conn).await.map(drop).map_err(translate)
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

/// What is kept of an answer.
fn answer(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Answered { body, .. } => excerpt(body.as_bytes()),
        _ => String::new(),
    }
}

/// The states, and the attempts for the history, so many in each statement as the backend wants.
async fn keep(
    conn: &mut Conn,
    states: Vec<Vec<Value<'_>>>,
    attempts: Vec<Vec<Value<'_>>>,
) -> Result<()> {
    let states = states.chunks(CONCLUDED_AT_ONCE).map(keep_states);
    let attempts = attempts.chunks(CONCLUDED_AT_ONCE).map(keep_attempts);
    execute_all(conn, states.chain(attempts).collect()).await
}

fn state_row(delivery: &Delivery) -> Vec<Value<'static>> {
    let (state, state_at, gave_up) = state_values(delivery.state);
    let (organization, id) = delivery_key(delivery);
    vec![
        organization.into(),
        id.into(),
        state.into(),
        state_at.into(),
        gave_up.into(),
        i64::from(delivery.attempts).into(),
        i64::from(delivery.failures).into(),
    ]
}

fn keep_states<'a>(rows: &[Vec<Value<'a>>]) -> Statement<'a> {
    Statement::new(
        "WITH v (organization_id, id, state, state_at, gave_up, attempts, failures) AS (VALUES ",
    )
    .rows(rows)
    .sql(
        ") UPDATE webhook_deliveries SET state = v.state, state_at = v.state_at, \
         gave_up = v.gave_up, attempts = v.attempts, failures = v.failures FROM v \
         WHERE webhook_deliveries.organization_id = v.organization_id \
         AND webhook_deliveries.id = v.id",
    )
}

fn attempt_row<'a>(concluded: &Concluded, answer: &'a str) -> Vec<Value<'a>> {
    let Concluded { delivery, attempt, .. } = concluded;
    let (organization, id) = delivery_key(delivery);
    vec![
        organization.into(),
        id.into(),
        i64::from(attempt.number).into(),
        AsInstant(attempt.started_at).into(),
        AsInstant(attempt.finished_at).into(),
        attempt.outcome.code().into(),
        attempt.outcome.status().map(i32::from).into(),
        answer.into(),
    ]
}

/// A row that is repeated is kept once.
fn keep_attempts<'a>(rows: &[Vec<Value<'a>>]) -> Statement<'a> {
    Statement::new(
        "INSERT INTO webhook_attempts (organization_id, delivery_id, number, started_at, \
         finished_at, outcome, status, answer) VALUES ",
    )
    .rows(rows)
    .sql(" ON CONFLICT (organization_id, delivery_id, number) DO NOTHING")
}
