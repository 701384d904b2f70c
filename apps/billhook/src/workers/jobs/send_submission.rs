use super::super::{
    jitter::jitter,
    job::{Ended, Job, JobFailure, Lifetime},
};
use access::OrganizationId;
use jobs::JobKind;
use peppol_connector::{identifiers::SubmissionId, ports::SubmissionStore, sending::SEND_JOB};
use persistence::StoreError;
use runtime::wiring::App;
use std::time::{Duration, Instant};
use use_cases::{Delivered, SubmissionSender};

/// How long a send waits until there is room for its document. With an attempt, which may take 60 s, it
/// stays below the lease of its job.
const PATIENCE: Duration = Duration::from_secs(20);

/// When one that found no room is tried again.
const LATER: time::Duration = time::Duration::seconds(5);

/// Hands a submission to the network.
pub struct SendSubmission {
    organization: OrganizationId,
    submission: SubmissionId,
}

impl Job for SendSubmission {
    const KIND: JobKind = SEND_JOB;
    /// Its credit is reserved and its invoice under way: no failure of ours may leave it behind.
    const LIFETIME: Lifetime = Lifetime::Subject;

    fn read(row: &jobs::Job) -> Option<Self> {
        let (organization, submission) = (row.organization?, SubmissionId(row.subject?.0));
        Some(Self { organization, submission })
    }

    /// The job ends together with what it is about: `SubmissionStore::advance` keeps the submission's
    /// move and, in the same transaction, removes the job, puts it back or lets it die. So a send that
    /// moved is never concluded here.
    async fn run(self, app: &App) -> Result<Ended, JobFailure> {
        let size = match app.store.document_size(self.organization, self.submission).await {
            Err(StoreError::NotFound) => return Ok(Ended::Done),
            size => size?,
        };
        let kilobytes = u32::try_from(size / 1024).unwrap_or(u32::MAX);
        // held until the attempt has ended: so many bytes of documents are in memory at a time
        let room = tokio::time::timeout(PATIENCE, app.in_flight.enter(kilobytes)).await;
        let Ok(Ok(_room)) = room else { return Ok(Ended::Again(app.clock.now() + LATER)) };
        let began = Instant::now();
        let delivered =
            SubmissionSender(app).deliver(self.organization, self.submission, jitter()).await;
        app.throughput.observe(began.elapsed());
        Ok(match delivered? {
            Delivered::Moved(_) | Delivered::TakenOver => Ended::ConcludedInTransaction,
            Delivered::ReceiptMissing(at) => Ended::Again(at),
            // there is nothing to send any more, so no move that could have concluded the job
            Delivered::Settled => Ended::Done,
        })
    }
}
