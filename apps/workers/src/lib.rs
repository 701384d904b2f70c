//! Workers: loops that claim work from the store and complete it.
//!
//! A job is one file in `jobs/` and one line in `registry.rs`, which assigns it to a track (`track.rs`). Jobs and
//! webhook deliveries are claimed by the same loop (the crate `claim-loop`).

mod destinations;
mod event_sequencer;
mod jitter;
mod job;
mod job_queue;
mod jobs;
mod lease_clock;
mod registry;
mod threads;
mod track;
mod webhook_deliveries;

use claim_loop::run_claims;
use destinations::Destinations;
use event_sequencer::sequence_events;
use job_queue::QueuedJobs;
use runtime::wiring::App;
use std::sync::Arc;
use threads::Threads;
use tokio::{sync::watch, task::JoinHandle};
use track::Track;
use webhook_deliveries::WebhookDeliveries;

pub use registry::{Registry, registry};

/// The worker loops of a process, with or without a server.
pub struct Workers {
    stop: watch::Sender<bool>,
    loops: Vec<JoinHandle<()>>,
    /// Dropped last.
    _threads: Threads,
}

impl Workers {
    /// Starts all loops.
    #[must_use]
    pub fn start(app: &Arc<App>) -> Self {
        Self::working_on(app, &registry())
    }

    /// Starts the loops without recurring jobs. Each of those runs when workers start, which would dominate the time of
    /// tests of other subjects.
    #[must_use]
    pub fn start_without_recurring(app: &Arc<App>) -> Self {
        Self::working_on(app, &registry().without_recurring())
    }

    fn working_on(app: &Arc<App>, registry: &Registry) -> Self {
        let (stop, stopping) = watch::channel(false);
        let webhooks = app.config.webhook_concurrency;
        let threads = Threads::start();
        let destinations = Arc::<Destinations>::default();
        let queued = Track::ALL.map(|track| QueuedJobs::of(app, registry, track, &destinations));
        let jobs = queued.map(|jobs| {
            let slots = jobs.slots();
            threads.spawn(run_claims(jobs, slots, stopping.clone()))
        });
        let mut loops = vec![
            threads.spawn(run_claims(WebhookDeliveries::of(app), webhooks, stopping.clone())),
            threads.spawn(sequence_events(Arc::clone(app), stopping)),
        ];
        loops.extend(jobs);
        Self { stop, loops, _threads: threads }
    }

    /// Stops the loops, and waits for work in progress.
    pub async fn stop(self) {
        let _ = self.stop.send(true);
        for one in self.loops {
            let _ = one.await;
        }
    }
}
