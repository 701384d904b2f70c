//! Work of the installation that comes round again: one job for each kind, which is never done.

use crate::wiring::App;
use idempotency::IdempotencyStore;
use invoicing::StoreError;
use jobs::{JobId, JobQueue, Kind, NewJob};
use peppol_connector::{ConnectorStoreError, SubmissionStore};
use std::error::Error;
use time::Duration;
use uuid::Uuid;

/// Answers of idempotency keys that nobody may replay any more.
pub const FORGET_ANSWERS: Kind = Kind("housework.forget_answers");

/// Staged documents whose seven days are over.
pub const EXPIRE_STAGED: Kind = Kind("housework.expire_staged");

/// Each kind, and how long after one round the next begins.
pub const ROUNDS: [(Kind, Duration); 2] =
    [(FORGET_ANSWERS, Duration::hours(1)), (EXPIRE_STAGED, Duration::minutes(5))];

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

/// The pause after a round of this kind.
#[must_use]
pub fn pause(kind: &str) -> Option<Duration> {
    ROUNDS.iter().find(|(known, _)| known.0 == kind).map(|(_, pause)| *pause)
}
