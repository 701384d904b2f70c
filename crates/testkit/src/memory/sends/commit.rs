use super::{super::Data, Result, SubmissionRow};
use access::OrganizationId;
use idempotency::{Answer, Claim};
use jobs::NewJob;
use peppol_connector::{
    Commit, QueuedSend, SEND_JOB, StagedDocument, State, Submission, SubmissionRecord, TrailKind,
};
use persistence::StoreError;
use time::OffsetDateTime;

impl Data {
    /// On data that is thrown away when it fails.
    pub(super) fn commit(
        &mut self,
        organization: OrganizationId,
        commit: &Commit,
        claim: Option<(&Claim, &Answer)>,
        now: OffsetDateTime,
    ) -> Result<()> {
        match commit {
            Commit::Nothing => {}
            Commit::Stage(staged) => self.stage(organization, staged, now)?,
            Commit::Queue(send) => self.queue(organization, send, now)?,
        }
        let Some((claim, answer)) = claim else { return Ok(()) };
        self.complete((organization.into(), now), claim, answer)
    }

    fn stage(
        &mut self,
        organization: OrganizationId,
        staged: &StagedDocument,
        now: OffsetDateTime,
    ) -> Result<()> {
        self.must_exist(organization)?;
        let key = (organization, staged.id);
        if self.sends.staged.insert(key, staged.clone()).is_some() {
            return Err(StoreError::Taken("staged document".into()));
        }
        self.tell(organization, now, TrailKind::Staged, Some(staged.id.0), None, None, None);
        Ok(())
    }

    fn queue(
        &mut self,
        organization: OrganizationId,
        send: &QueuedSend,
        now: OffsetDateTime,
    ) -> Result<()> {
        self.must_exist(organization)?;
        let submission = &send.submission;
        if let Some(staged) = send.unstage {
            let was = self.sends.staged.remove(&(organization, staged));
            was.ok_or(StoreError::NotFound)?;
        }
        self.record(organization, send, now)?;
        let row = SubmissionRow {
            record: SubmissionRecord {
                submission: submission.clone(),
                run_at: None,
                held: send.job.held,
                created_at: now,
                updated_at: now,
                sent_at: None,
                delivered_at: None,
                transaction_id: None,
                error: None,
            },
            document: send.document.clone(),
            receipts: Vec::new(),
        };
        self.reserve(organization, submission.id, send.reserve, now)?;
        if self.sends.submissions.insert((organization, submission.id), row).is_some() {
            return Err(StoreError::Taken("submission".into()));
        }
        let job = NewJob {
            id: send.job.id,
            kind: SEND_JOB,
            organization: Some(organization),
            subject: Some(send.job.submission.0),
            key: None,
            run_at: send.job.run_at,
        };
        self.enqueue(&job, now)?;
        self.tell_of(organization, submission, TrailKind::Queued, None, now);
        Ok(())
    }

    /// The number must be nobody's yet, or the native invoice must not be under way.
    fn record(
        &mut self,
        organization: OrganizationId,
        send: &QueuedSend,
        now: OffsetDateTime,
    ) -> Result<()> {
        let submission = &send.submission;
        let taken = || Err(StoreError::Taken(submission.number.clone()));
        if submission.native {
            let mut own = self.sends.submissions.iter().filter(|((o, _), _)| *o == organization);
            let open = own.any(|(_, row)| {
                let known = &row.record.submission;
                known.native
                    && known.invoice == submission.invoice
                    && known.progress.state != State::Failed
            });
            return if open { taken() } else { Ok(()) };
        }
        let mut issued = self.invoices.values().filter(|i| i.organization == organization);
        if issued.any(|invoice| invoice.document.number == submission.number) {
            return taken();
        }
        let Some(invoice) = &send.invoice else { return Ok(()) };
        let mut own = self.sends.recorded.iter().filter(|((o, _), _)| *o == organization);
        if own.any(|(_, (known, _))| known.number == invoice.number) {
            return taken();
        }
        self.sends.recorded.insert((organization, invoice.id), (invoice.clone(), now));
        Ok(())
    }

    pub(super) fn tell_of(
        &mut self,
        organization: OrganizationId,
        submission: &Submission,
        kind: TrailKind,
        detail: Option<&str>,
        now: OffsetDateTime,
    ) {
        let (document, invoice) = (Some(submission.id.0), Some(submission.invoice.0));
        self.tell(organization, now, kind, document, invoice, Some(&submission.number), detail);
    }
}
