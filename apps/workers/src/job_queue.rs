//! The jobs of one track of the durable queue, as a source of claims.

use super::{
    destinations::{Attempt, Destinations},
    jitter::jitter,
    job::{Ended, JobFailure},
    lease_clock::LeaseClock,
    registry::{Registered, Registry},
    track::Track,
};
use claim_loop::ClaimSource;
use futures_util::FutureExt;
use jobs::{
    Claimed, FairShare, Heard, Job, JobId, JobKind, JobOutcome, JobQueue, NewJob, Turn, Whose,
    error_text,
};
use persistence::StoreError;
use runtime::{JobsPut, wiring::App};
use std::{
    panic::AssertUnwindSafe,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};
use tokio::sync::Notify;
use uuid::Uuid;

/// Upper bound of the intervals of recurring jobs and of leases.
const LONGEST_INTERVAL: time::Duration = time::Duration::days(2);

/// The wait before the next claim when all tenants with due jobs have used their share of the slots.
const SHARE_IS_TAKEN: Duration = Duration::from_millis(100);

/// The jobs of one track, with their implementations.
pub(super) struct QueuedJobs {
    app: Arc<App>,
    registry: Registry,
    kinds: Vec<JobKind>,
    track: Track,
    destinations: Arc<Destinations>,
    share: Mutex<FairShare>,
    lease_clock: LeaseClock,
    put: tokio::sync::Mutex<JobsPut>,
    /// Notified when a job ends and its tenant has a free slot again.
    freed: Notify,
}

/// The outcome of an attempt, and whether its destination answered.
struct Attempted {
    outcome: Option<JobOutcome>,
    succeeded: bool,
}

impl QueuedJobs {
    /// The jobs of a registry that belong to a track.
    pub(super) fn of(
        app: &Arc<App>,
        registry: &Registry,
        track: Track,
        destinations: &Arc<Destinations>,
    ) -> Self {
        let registry = registry.of_track(track);
        Self {
            app: Arc::clone(app),
            kinds: registry.kinds(),
            registry,
            track,
            destinations: Arc::clone(destinations),
            share: Mutex::default(),
            lease_clock: LeaseClock::default(),
            put: tokio::sync::Mutex::new(app.notifier.jobs_put()),
            freed: Notify::new(),
        }
    }

    /// Number of jobs of the track that run at the same time.
    pub(super) fn slots(&self) -> usize {
        self.track.slots(&self.app.config)
    }

    /// Locks the shares. Every change of them is complete, so a panic of another thread leaves them consistent.
    fn share(&self) -> MutexGuard<'_, FairShare> {
        self.share.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes one attempt, unless its destination does not answer or has enough attempts. `None` when this worker must
    /// not conclude the job's row.
    async fn attempt(&self, job: &Job) -> Option<JobOutcome> {
        let Some(registered) = self.registry.find(&job.kind) else {
            // only registered kinds are claimed
            return Some(JobOutcome::Dead { error: format!("no job is called {}", job.kind) });
        };
        let place = match self.enter(registered, job).await {
            Ok(place) => place,
            Err(outcome) => return Some(outcome),
        };
        let began = Instant::now();
        let Attempted { outcome, succeeded } = self.run(registered, job).await;
        if let Some(place) = place {
            let took = time::Duration::try_from(began.elapsed()).unwrap_or(time::Duration::MAX);
            place.ended(Heard::of(succeeded, took), self.app.clock.now());
        }
        outcome
    }

    /// Begins an attempt at the job's destination; none when it has no destination, or the destination is not known
    /// yet.
    async fn enter(
        &self,
        registered: &Registered,
        job: &Job,
    ) -> Result<Option<Attempt>, JobOutcome> {
        let name = match self.track.destination() {
            Some(name) => Some(name.to_owned()),
            None => {
                let asked = AssertUnwindSafe(registered.destination(&self.app, job));
                // a panic counts as a failure
                asked.catch_unwind().await.unwrap_or_default()
            }
        };
        let Some(name) = name else { return Ok(None) };
        let most = self.track.for_one_destination(self.slots());
        let entered = self.destinations.enter(name, most, self.app.clock.now());
        entered.map(Some).map_err(|at| JobOutcome::PutBack { at })
    }

    async fn run(&self, registered: &Registered, job: &Job) -> Attempted {
        let attempt = AssertUnwindSafe(registered.run(&self.app, job)).catch_unwind();
        let ended = match attempt.await {
            Ok(ended) => ended,
            Err(panic) => Err(JobFailure::of_panic(&*panic)),
        };
        let (outcome, succeeded) = match ended {
            Ok(Ended::Done) => (Some(JobOutcome::Done), true),
            Ok(Ended::Again(at)) => (Some(JobOutcome::Again { at, error: None }), false),
            Ok(Ended::GoesOn(at)) => (Some(JobOutcome::Again { at, error: None }), true),
            Ok(Ended::NotBegun(at)) => (Some(JobOutcome::PutBack { at }), true),
            Ok(Ended::ConcludedInTransaction { succeeded }) => (None, succeeded),
            Err(failure) => (Some(self.failed(registered, job, &failure)), false),
        };
        Attempted { outcome, succeeded }
    }

    /// Decides the outcome of a failed attempt, and logs it.
    fn failed(&self, registered: &Registered, job: &Job, failure: &JobFailure) -> JobOutcome {
        let now = self.app.clock.now();
        let outcome = failure.outcome(job.attempts, registered.lifetime, now, jitter());
        let organization = job.organization.map(tracing::field::display);
        match &outcome {
            JobOutcome::Dead { error } => {
                tracing::error!(job.id = %job.id, job.kind, org.id = organization, error, "job failed for good");
            }
            _ => {
                let error = error_text(&*failure.error);
                tracing::warn!(job.id = %job.id, job.kind, org.id = organization, error, "job failed: trying again");
            }
        }
        outcome
    }

    async fn see_through(&self, claimed: &Claimed) {
        let job = &claimed.job;
        let Some(outcome) = self.attempt(job).await else { return };
        match self.app.store.conclude_job(claimed, &outcome, self.app.clock.now()).await {
            Ok(Ok(())) => {}
            Ok(Err(lost)) => {
                tracing::warn!(
                    job.id = %job.id,
                    job.kind,
                    error = %lost,
                    "outcome of a job not saved: another worker has taken it over"
                );
            }
            Err(error) => {
                // it is claimed again when its lease runs out
                let error = error_text(&error);
                tracing::warn!(job.id = %job.id, job.kind, error, "outcome of a job not saved: it runs again when its lease expires");
            }
        }
    }
}

impl ClaimSource for QueuedJobs {
    type Claim = Claimed;

    const NAME: &'static str = "jobs";
    const BATCH: usize = 32;
    const GRACE: Duration = Duration::from_secs(20);

    fn name(&self) -> &'static str {
        self.track.name()
    }

    /// Enqueues the recurring jobs that are missing. A row that waits longer than any interval was written under a
    /// clock that has been set back since, and runs now.
    async fn prepare(&self) -> Result<(), StoreError> {
        let now = self.app.clock.now();
        let recurring = self.registry.recurring_kinds();
        let latest = now.saturating_add(LONGEST_INTERVAL);
        let recalled = self.app.store.recall_jobs(&recurring, latest, now).await?;
        if recalled > 0 {
            tracing::warn!(
                recalled,
                "recurring jobs were scheduled too far ahead: running them now"
            );
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
        let now = self.lease_clock.now(&self.app).await?;
        let (each, full) = {
            let (share, slots) = (self.share(), self.slots());
            (share.each(slots), share.full(slots))
        };
        let count = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
        let (limit, each) = (count(limit), count(each));
        let turn = Turn { kinds: &self.kinds, limit, each, full: &full };
        let lease = self.app.config.job_lease();
        let claimed = self.app.store.claim_in_turn(turn, now, lease).await?;
        let mut share = self.share();
        claimed.iter().for_each(|claimed| share.began(claimed.job.organization));
        Ok(claimed)
    }

    async fn next_due(&self) -> Result<Option<Duration>, StoreError> {
        let next = self.app.store.next_job_at(&self.kinds).await?;
        let now = self.app.clock.now();
        let wait = next.map(|at| Duration::try_from(at - now).unwrap_or_default());
        let is_shared_out = !self.share().full(self.slots()).is_empty();
        Ok(wait.map(|wait| if is_shared_out { wait.max(SHARE_IS_TAKEN) } else { wait }))
    }

    async fn notified(&self) {
        let mut put = self.put.lock().await;
        tokio::select! {
            () = put.notified() => {}
            () = self.freed.notified() => {}
        }
    }

    async fn work(&self, claimed: Claimed) {
        let _slot = Slot { of: self, whose: claimed.job.organization };
        self.see_through(&claimed).await;
    }

    /// Wakes the event sequencer, because most jobs write events.
    fn ended(&self) {
        self.app.notifier.events();
    }
}

/// The slot that a claimed job occupies in the share of its tenant, until it ends.
struct Slot<'a> {
    of: &'a QueuedJobs,
    whose: Whose,
}

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        let mut share = self.of.share();
        let was_full = share.full(self.of.slots()).contains(&self.whose);
        share.ended(self.whose);
        if was_full {
            self.of.freed.notify_one();
        }
    }
}
