//! Jobs of the durable queue, as a source of claims.

use super::{
    jitter::jitter,
    job::{Ended, JobFailure},
    lease_clock::LeaseClock,
    registry::{Registered, Registry},
};
use claim_loop::ClaimSource;
use jobs::{Claimed, Job, JobId, JobKind, JobOutcome, JobQueue, NewJob, error_text};
use persistence::StoreError;
use runtime::wiring::App;
use std::{sync::Arc, time::Duration};
use uuid::Uuid;

/// No recurring job waits longer, nor does a lease take longer.
const LONGEST_INTERVAL: time::Duration = time::Duration::days(2);

/// The queue, and what its jobs do.
pub(super) struct QueuedJobs {
    app: Arc<App>,
    registry: Registry,
    kinds: Vec<JobKind>,
    lease_clock: LeaseClock,
}

impl QueuedJobs {
    /// These jobs of an installation.
    pub(super) fn of(app: &Arc<App>, registry: Registry) -> Self {
        let (app, kinds) = (Arc::clone(app), registry.kinds());
        Self { app, kinds, registry, lease_clock: LeaseClock::default() }
    }

    /// Makes one attempt. `None` when the job's row is not this worker's to conclude.
    async fn attempt(&self, job: &Job) -> Option<JobOutcome> {
        let Some(registered) = self.registry.find(&job.kind) else {
            // claimed are only kinds that are registered
            return Some(JobOutcome::Dead { error: format!("no job is called {}", job.kind) });
        };
        match registered.run(&self.app, job).await {
            Ok(Ended::Done) => Some(JobOutcome::Done),
            Ok(Ended::Again(at)) => Some(JobOutcome::Again { at, error: None }),
            Ok(Ended::ConcludedInTransaction) => None,
            Err(failure) => Some(self.failed(registered, job, &failure)),
        }
    }

    /// Decides about a job whose attempt failed, and logs it.
    fn failed(&self, registered: &Registered, job: &Job, failure: &JobFailure) -> JobOutcome {
        let now = self.app.clock.now();
        let outcome = failure.outcome(job.attempts, registered.lifetime, now, jitter());
        let organization = job.organization.map(tracing::field::display);
        match &outcome {
            JobOutcome::Dead { error } => {
                tracing::error!(job.id = %job.id, job.kind, org.id = organization, error, "job is dead");
            }
            _ => {
                let error = error_text(&*failure.error);
                tracing::warn!(job.id = %job.id, job.kind, org.id = organization, error, "job failed");
            }
        }
        outcome
    }
}

impl ClaimSource for QueuedJobs {
    type Claim = Claimed;

    const NAME: &'static str = "jobs";
    const BATCH: usize = 32;
    const GRACE: Duration = Duration::from_secs(20);

    /// Puts the recurring jobs into the queue that are not there yet. What waits for longer than any
    /// interval was put there by a clock that has been set back since.
    async fn prepare(&self) -> Result<(), StoreError> {
        let now = self.app.clock.now();
        let recurring = self.registry.recurring_kinds();
        let latest = now.saturating_add(LONGEST_INTERVAL);
        let recalled = self.app.store.recall_jobs(&recurring, latest, now).await?;
        if recalled > 0 {
            tracing::warn!(recalled, "recurring jobs waited for a time far off; they run now");
        }
        for kind in recurring {
            let id = JobId(Uuid::now_v7());
            let key = Some(kind.0.to_owned());
            let job = NewJob { id, kind, organization: None, subject: None, key, run_at: now };
            self.app.store.enqueue(&job, now).await?;
        }
        Ok(())
    }

    async fn claim(&self, limit: usize) -> Result<Vec<Claimed>, StoreError> {
        let limit = u16::try_from(limit).unwrap_or(u16::MAX);
        let now = self.lease_clock.now(&self.app).await?;
        let lease = self.app.config.job_lease();
        self.app.store.claim_jobs(&self.kinds, now, lease, limit).await
    }

    async fn next_due(&self) -> Result<Option<Duration>, StoreError> {
        let next = self.app.store.next_job_at(&self.kinds).await?;
        let now = self.app.clock.now();
        Ok(next.map(|at| Duration::try_from(at - now).unwrap_or_default()))
    }

    async fn notified(&self) {
        self.app.notifier.jobs_notified().await;
    }

    async fn work(&self, claimed: Claimed) {
        let job = &claimed.job;
        let Some(outcome) = self.attempt(job).await else { return };
        match self.app.store.conclude_job(&claimed, &outcome, self.app.clock.now()).await {
            Ok(Ok(())) => {}
            Ok(Err(lost)) => tracing::warn!(job.id = %job.id, job.kind, "{lost}"),
            Err(error) => {
                // its lease brings it back
                let error = error_text(&error);
                tracing::error!(job.id = %job.id, job.kind, error, "the outcome of a job is lost");
            }
        }
    }

    /// Most jobs bring events.
    fn ended(&self) {
        self.app.notifier.events();
    }
}
