use super::super::{
    job::{Ended, Job, JobFailure},
    job_queue::jitter,
};
use crate::wiring::App;
use access::OrganizationId;
use jobs::Kind;
use peppol_connector::{SEND_JOB, SubmissionId};
use std::time::Instant;
use use_cases::{Courier, Delivered};

/// Hands a submission to the network.
pub struct SendSubmission {
    organization: OrganizationId,
    submission: SubmissionId,
}

impl Job for SendSubmission {
    const KIND: Kind = SEND_JOB;

    fn read(row: &jobs::Job) -> Option<Self> {
        let (organization, submission) = (row.organization?, SubmissionId(row.subject?));
        Some(Self { organization, submission })
    }

    /// The job ends together with what it is about: `SubmissionStore::advance` keeps the submission's
    /// move and, in the same transaction, removes the job, puts it back or lets it die. So a send that
    /// moved is never concluded here.
    async fn run(self, app: &App) -> Result<Ended, JobFailure> {
        let began = Instant::now();
        let delivered = Courier(app).deliver(self.organization, self.submission, jitter()).await;
        app.pace.observe(began.elapsed());
        Ok(match delivered? {
            Delivered::Moved(_) | Delivered::TakenOver => Ended::ConcludedInTransaction,
            // there is nothing to send any more, so no move that could have concluded the job
            Delivered::Settled => Ended::Done,
        })
    }
}
