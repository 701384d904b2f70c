use super::{
    super::{
        jitter::jitter,
        job::{Ended, Job, JobFailure, Lifetime},
    },
    receiving_host::{has_other_providers, host_of},
};
use access::OrganizationId;
use jobs::JobKind;
use peppol_connector::{
    identifiers::SubmissionId,
    ports::{SubmissionLists, SubmissionStore},
    sending::SEND_JOB,
    submissions::State,
};
use persistence::StoreError;
use runtime::wiring::App;
use std::time::Instant;
use use_cases::sending::deliver::{Delivered, SubmissionSender};

/// The delay after which a submission that found no room is tried again. It does not occupy a slot while it waits.
const LATER: time::Duration = time::Duration::seconds(5);

/// Makes one attempt to deliver a submission to the network.
pub struct SendSubmission {
    organization: OrganizationId,
    submission: SubmissionId,
}

impl Job for SendSubmission {
    const KIND: JobKind = SEND_JOB;
    /// Credit is reserved and the invoice is locked for the send, so no failure of this service ends the job.
    const LIFETIME: Lifetime = Lifetime::Subject;

    fn read(row: &jobs::Job) -> Option<Self> {
        let (organization, submission) = (row.organization?, SubmissionId(row.subject?.0));
        Some(Self { organization, submission })
    }

    async fn destination(&self, app: &App) -> Option<String> {
        if !has_other_providers(app) {
            return None;
        }
        let record = app.store.submission_record(self.organization, self.submission).await.ok()?;
        host_of(app, &record.submission.message()).await
    }

    /// `SubmissionStore::advance` stores the new state of the submission and, in the same transaction, removes the job, reschedules
    /// it or marks it as dead. So this worker never concludes the job of a submission that has advanced.
    async fn run(self, app: &App) -> Result<Ended, JobFailure> {
        let size = match app.store.document_size(self.organization, self.submission).await {
            Err(StoreError::NotFound) => return Ok(Ended::Done),
            size => size?,
        };
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        // held until the attempt ends: it bounds the bytes of documents in memory
        let Ok(_room) = app.in_flight.take(self.organization, size) else {
            return Ok(Ended::NotBegun(app.clock.now() + LATER));
        };
        let began = Instant::now();
        let delivered =
            SubmissionSender(app).deliver(self.organization, self.submission, jitter()).await;
        app.throughput.observe(began.elapsed());
        Ok(match delivered? {
            Delivered::Moved(state) => Ended::ConcludedInTransaction {
                succeeded: matches!(state, State::Sent | State::Delivered),
            },
            Delivered::TakenOver => Ended::ConcludedInTransaction { succeeded: false },
            Delivered::ReceiptMissing(at) => Ended::Again(at),
            // the submission had ended before, so no transition has concluded the job
            Delivered::Settled => Ended::Done,
        })
    }
}
