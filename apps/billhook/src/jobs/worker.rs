use super::housework;
use crate::{
    flows::{Courier, Delivered, organizations::send_claim_mail, webhooks::send_off_mail},
    wiring::App,
};
use invoicing::{Links, StoreError};
use jobs::{Backoff, Claimed, Jitter, JobQueue, Kind, Outcome, error_text};
use organizations::{CLAIM_MAIL_JOB, ClaimId};
use peppol_connector::{SEND_JOB, SubmissionId};
use ring::rand::{SecureRandom, SystemRandom};
use std::{
    error::Error,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use webhooks::{EndpointId, OFF_MAIL_JOB};

/// Every kind that this version works on.
const KINDS: [Kind; 7] = [
    SEND_JOB,
    CLAIM_MAIL_JOB,
    OFF_MAIL_JOB,
    housework::FORGET_ANSWERS,
    housework::EXPIRE_STAGED,
    housework::FORGET_EVENTS,
    housework::MAKE_OVERDUE,
];

/// Jobs that are claimed at once, at most.
const BATCH: u16 = 32;

/// The longest sleep: other processes may have put jobs there, which nobody tells of.
const LONGEST_SLEEP: Duration = Duration::from_millis(500);

/// The pause after the store failed.
const PAUSE: Duration = Duration::from_secs(1);

/// How long jobs at work may take when the worker is told to stop; what is not done by then comes
/// back when its lease runs out.
const LAST_JOBS: Duration = Duration::from_secs(20);

/// Tells workers to stop.
pub type Stop = watch::Receiver<bool>;

/// Works on jobs until told to stop.
pub async fn work(app: App, mut stop: Stop) {
    let slots = Arc::new(Semaphore::new(app.config.send_concurrency));
    while let Err(error) = housework::schedule(&app).await {
        tracing::error!(error = %error_text(&error), "housework cannot be scheduled");
        tokio::time::sleep(PAUSE).await;
    }
    tracing::info!(concurrency = app.config.send_concurrency, "working on jobs");
    while !*stop.borrow() {
        turn(&app, &slots, &mut stop).await;
    }
    let all = u32::try_from(app.config.send_concurrency).unwrap_or(u32::MAX);
    if tokio::time::timeout(LAST_JOBS, slots.acquire_many(all)).await.is_err() {
        tracing::warn!("jobs at work were left to their leases");
    }
}

/// Claims what is due and starts it; sleeps when nothing is. Being told to stop ends the waiting, and
/// nothing else: what was claimed is begun.
async fn turn(app: &App, slots: &Arc<Semaphore>, stop: &mut Stop) {
    // one permit is waited for, so that nothing is claimed that cannot begin
    let first = tokio::select! {
        _ = stop.changed() => return,
        permit = Arc::clone(slots).acquire_owned() => permit,
    };
    let Ok(first) = first else { return };
    let free = u16::try_from(slots.available_permits() + 1).unwrap_or(u16::MAX).min(BATCH);
    let now = app.clock.now();
    let claimed = app.store.claim_jobs(&KINDS, now, app.config.job_lease, free).await;
    match claimed {
        Ok(jobs) if jobs.is_empty() => {
            drop(first);
            let sleep = sleep_for(app).await;
            let rung = app.wake.jobs_rung();
            tokio::select! {
                _ = stop.changed() => {}
                () = rung => {}
                () = tokio::time::sleep(sleep) => {}
            }
        }
        Ok(jobs) => {
            let mut permit = Some(first);
            for job in jobs {
                let permit = match permit.take() {
                    Some(permit) => permit,
                    None => match Arc::clone(slots).acquire_owned().await {
                        Ok(permit) => permit,
                        Err(_) => return,
                    },
                };
                start(app.clone(), job, permit);
            }
        }
        Err(error) => {
            tracing::error!(error = %error_text(&error), "jobs cannot be claimed");
            tokio::time::sleep(PAUSE).await;
        }
    }
}

async fn sleep_for(app: &App) -> Duration {
    match app.store.next_job_at(&KINDS).await {
        Ok(Some(at)) => {
            let wait = at - app.clock.now();
            Duration::try_from(wait).unwrap_or(Duration::ZERO).min(LONGEST_SLEEP)
        }
        Ok(None) => LONGEST_SLEEP,
        Err(error) => {
            tracing::error!(error = %error_text(&error), "the queue cannot be read");
            PAUSE
        }
    }
}

fn start(app: App, claimed: Claimed, permit: OwnedSemaphorePermit) {
    tokio::spawn(async move {
        let (id, kind) = (claimed.job.id, claimed.job.kind.clone());
        if let Err(error) = run(&app, &claimed).await {
            // its lease brings it back
            tracing::error!(job.id = %id, job.kind = kind, error = %error_text(&error), "job lost");
        }
        drop(permit);
        // most jobs bring events
        app.wake.events();
    });
}

/// Does a job and keeps what came of it.
async fn run(app: &App, claimed: &Claimed) -> Result<(), StoreError> {
    let job = &claimed.job;
    let outcome = if job.kind == SEND_JOB.0 {
        send(app, claimed).await
    } else if job.kind == CLAIM_MAIL_JOB.0 {
        Some(claim_mail(app, claimed).await)
    } else if job.kind == OFF_MAIL_JOB.0 {
        Some(off_mail(app, claimed).await)
    } else {
        Some(do_housework(app, &job.kind, job.attempts).await)
    };
    let Some(outcome) = outcome else { return Ok(()) };
    if let Err(lost) = app.store.conclude_job(claimed, &outcome, app.clock.now()).await? {
        tracing::warn!(job.id = %job.id, job.kind = job.kind, "{lost}");
    }
    Ok(())
}

/// A send; the outcome of its job is kept with the submission's, unless there is nothing to keep.
async fn send(app: &App, claimed: &Claimed) -> Option<Outcome> {
    let job = &claimed.job;
    let (Some(organization), Some(subject)) = (job.organization, job.subject) else {
        return Some(Outcome::Dead { error: "the job names no submission".to_owned() });
    };
    let courier = Courier {
        store: &app.store,
        access_point: &*app.network,
        clock: &app.clock,
        links: Links::to(&app.config.base_url),
    };
    let began = Instant::now();
    let delivered = courier.deliver(organization, SubmissionId(subject), jitter()).await;
    app.pace.took(began.elapsed());
    match delivered {
        Ok(Delivered::Moved(_) | Delivered::TakenOver) => None,
        Ok(Delivered::Settled) => Some(Outcome::Done),
        Err(error) => {
            let text = error_text(&error);
            tracing::error!(job.id = %job.id, org.id = %organization, error = text, "send failed");
            Some(again(app, job.attempts, text))
        }
    }
}

/// The mail of a claim. Sent again it is the same mail, so a lost outcome does no harm.
async fn claim_mail(app: &App, claimed: &Claimed) -> Outcome {
    let job = &claimed.job;
    let Some(claim) = job.organization.zip(job.subject.map(ClaimId)) else {
        return Outcome::Dead { error: "the job names no claim".to_owned() };
    };
    let (mailer, base_url) = (&*app.mailer, &app.config.base_url);
    match send_claim_mail(&app.store, mailer, base_url, claim, app.clock.now()).await {
        Ok(()) => Outcome::Done,
        Err(error) => {
            let text = error_text(&error);
            tracing::warn!(job.id = %job.id, org.id = %claim.0, error = text, "claim mail failed");
            if error.is_final() {
                Outcome::Dead { error: text }
            } else {
                again(app, job.attempts, text)
            }
        }
    }
}

/// The mail of a deactivated endpoint. Sent again it is the same mail.
async fn off_mail(app: &App, claimed: &Claimed) -> Outcome {
    let job = &claimed.job;
    let Some((organization, id)) = job.organization.zip(job.subject.map(EndpointId)) else {
        return Outcome::Dead { error: "the job names no endpoint".to_owned() };
    };
    let base_url = &app.config.base_url;
    match send_off_mail(&app.store, &*app.mailer, base_url, organization, id).await {
        Ok(()) => Outcome::Done,
        Err(error) => {
            let text = error_text(&error);
            tracing::warn!(job.id = %job.id, org.id = %organization, error = text, "webhook mail failed");
            if error.is_final() {
                Outcome::Dead { error: text }
            } else {
                again(app, job.attempts, text)
            }
        }
    }
}

async fn do_housework(app: &App, kind: &str, attempts: u32) -> Outcome {
    match housework::round(app, kind).await {
        Ok(count) => {
            if count > 0 {
                tracing::info!(job.kind = kind, count, "housework done");
            }
            match housework::next_round(kind, app.clock.now()) {
                Some(at) => Outcome::Again { at, error: None },
                None => Outcome::Done,
            }
        }
        Err(error) => {
            let error: &(dyn Error + 'static) = &*error;
            let text = error_text(error);
            tracing::error!(job.kind = kind, error = text, "housework failed");
            again(app, attempts.min(Backoff::HOUSEWORK.attempts - 1), text)
        }
    }
}

fn again(app: &App, attempts: u32, error: String) -> Outcome {
    match Backoff::HOUSEWORK.next(attempts, app.clock.now(), jitter()) {
        Some(at) => Outcome::Again { at, error: Some(error) },
        None => Outcome::Dead { error },
    }
}

/// Without randomness there is no jitter, which is no reason to stop working.
fn jitter() -> Jitter {
    let mut byte = [0];
    let filled = SystemRandom::new().fill(&mut byte);
    Jitter(filled.map_or(0, |()| byte[0]))
}
