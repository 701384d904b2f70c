//! Work of the installation that comes round again: one job for each kind, which is never done.

use crate::{flows::make_overdue, wiring::App};
use idempotency::IdempotencyStore;
use invoicing::{Links, StoreError};
use jobs::{JobId, JobQueue, Kind, NewJob};
use peppol_connector::{ConnectorStoreError, SubmissionStore};
use std::error::Error;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;
use webhooks::{DeliveryStore, FeedStore, expired_before};

/// Answers of idempotency keys that nobody may replay any more.
pub const FORGET_ANSWERS: Kind = Kind("housework.forget_answers");

/// Staged documents whose seven days are over.
pub const EXPIRE_STAGED: Kind = Kind("housework.expire_staged");

/// Deliveries and events that were kept as long as they are.
pub const FORGET_EVENTS: Kind = Kind("housework.forget_events");

/// Invoices whose due date has passed.
pub const MAKE_OVERDUE: Kind = Kind("housework.make_overdue");

/// When a round begins again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Every {
    /// So long after the last one.
    Pause(Duration),
    /// When the next day has begun in Bratislava, and so long after.
    Day(Duration),
}

/// Each kind, and when it comes round again.
pub const ROUNDS: [(Kind, Every); 4] = [
    (FORGET_ANSWERS, Every::Pause(Duration::hours(1))),
    (EXPIRE_STAGED, Every::Pause(Duration::minutes(5))),
    (FORGET_EVENTS, Every::Pause(Duration::hours(1))),
    (MAKE_OVERDUE, Every::Day(Duration::minutes(1))),
];

/// Puts the jobs into the queue that are not there yet.
///
/// # Errors
/// Storage.
pub async fn schedule(app: &App) -> Result<(), StoreError> {
    let now = app.clock.now();
    for (kind, _) in ROUNDS {
        let id = JobId(Uuid::now_v7());
        let key = Some(kind.0.to_owned());
        let job = NewJob { id, kind, organization: None, subject: None, key, run_at: now };
        app.store.enqueue(&job, now).await?;
    }
    Ok(())
}

/// Does one round.
///
/// # Errors
/// Storage; what was done stands.
pub async fn round(app: &App, kind: &str) -> Result<usize, Box<dyn Error + Send + Sync>> {
    let now = app.clock.now();
    match kind {
        _ if kind == FORGET_ANSWERS.0 => {
            Ok(app.store.forget_answers(now - idempotency::KEPT).await?)
        }
        _ if kind == EXPIRE_STAGED.0 => Ok(expire_staged(app).await?),
        _ if kind == FORGET_EVENTS.0 => Ok(forget_events(app).await?),
        _ if kind == MAKE_OVERDUE.0 => {
            let links = Links::to(&app.config.base_url);
            let made = make_overdue(&app.store, app.clock.today(), now, &links).await?;
            app.wake.events();
            Ok(made)
        }
        other => Err(format!("no housework is called {other}").into()),
    }
}

/// All that expired, a batch at a time.
async fn expire_staged(app: &App) -> Result<usize, ConnectorStoreError> {
    let mut all = 0;
    loop {
        let deleted = app.store.delete_expired(app.clock.now()).await?;
        all += deleted;
        if deleted == 0 {
            return Ok(all);
        }
    }
}

/// Deliveries first: they hold their events. The store goes in batches.
async fn forget_events(app: &App) -> Result<usize, webhooks::StoreError> {
    let before = expired_before(app.clock.now());
    let deliveries = app.store.forget_deliveries(before).await?;
    Ok(deliveries + app.store.forget_events(before).await?)
}

/// When the round after one of this kind begins.
#[must_use]
pub fn next_round(kind: &str, now: OffsetDateTime) -> Option<OffsetDateTime> {
    let (_, every) = ROUNDS.iter().find(|(known, _)| known.0 == kind)?;
    Some(match every {
        Every::Pause(pause) => now.saturating_add(*pause),
        Every::Day(after) => {
            let next = service_day::date(now).next_day()?;
            service_day::start(next).saturating_add(*after)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    #[test]
    fn days_begin_in_bratislava() {
        for (now, next) in [
            (datetime!(2026-11-21 12:00 UTC), datetime!(2026-11-21 23:01 UTC)),
            (datetime!(2026-11-21 23:01 UTC), datetime!(2026-11-22 23:01 UTC)),
            (datetime!(2027-03-27 23:30 UTC), datetime!(2027-03-28 22:01 UTC)),
        ] {
            assert_eq!(next_round(MAKE_OVERDUE.0, now), Some(next));
        }
        let now = datetime!(2026-11-21 12:00 UTC);
        assert_eq!(next_round(EXPIRE_STAGED.0, now), Some(now + Duration::minutes(5)));
        assert_eq!(next_round("unknown", now), None);
    }
}
