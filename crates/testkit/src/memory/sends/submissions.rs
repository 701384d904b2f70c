use super::{
    super::{Data, MemoryStore},
    Result,
};
use access::{OrganizationId, Tier};
use events::NewEvent;
use idempotency::{Answer, Claim};
use jobs::JobState;
use peppol_connector::{
    AttemptOutcome, Commit, Moved, NumberUse, OrganizationFacts, Progress, StagedDocument,
    StagedId, State, Submission, SubmissionId, SubmissionStore, TrailKind,
};
use persistence::StoreError;
use time::OffsetDateTime;

impl SubmissionStore for MemoryStore {
    async fn organization_facts(
        &self,
        organization: OrganizationId,
        tier: Tier,
        number: Option<&str>,
        now: OffsetDateTime,
    ) -> Result<OrganizationFacts> {
        let data = self.data();
        let account = data.account(organization)?;
        let available = data.balance(organization).available;
        Ok(account.facts(tier, available, data.number_use(organization, number), now))
    }

    async fn commit(
        &self,
        organization: OrganizationId,
        commit: &Commit,
        claim: Option<(&Claim, &Answer)>,
        now: OffsetDateTime,
    ) -> Result<()> {
        let mut data = self.data();
        let mut copy = data.clone();
        copy.commit(organization, commit, claim, now)?;
        *data = copy;
        Ok(())
    }

    async fn staged(
        &self,
        organization: OrganizationId,
        id: StagedId,
    ) -> Result<Option<StagedDocument>> {
        Ok(self.data().sends.staged.get(&(organization, id)).cloned())
    }

    async fn submission(
        &self,
        organization: OrganizationId,
        id: SubmissionId,
    ) -> Result<(Submission, Vec<u8>)> {
        let data = self.data();
        let row = data.sends.submissions.get(&(organization, id));
        let row = row.ok_or(StoreError::NotFound)?;
        Ok((row.record.submission.clone(), row.document.sent.to_vec()))
    }

    async fn advance(
        &self,
        organization: OrganizationId,
        id: SubmissionId,
        from: Progress,
        moved: &Moved,
        outcome: AttemptOutcome<'_>,
        events: &[NewEvent],
        now: OffsetDateTime,
    ) -> Result<()> {
        let mut data = self.data();
        let mut copy = data.clone();
        copy.advance(organization, id, from, moved, outcome, now)?;
        if matches!(moved, Moved::To(..)) {
            copy.add_events(events);
        }
        *data = copy;
        Ok(())
    }

    async fn release_held(
        &self,
        organization: OrganizationId,
        only: Option<&[SubmissionId]>,
        now: OffsetDateTime,
    ) -> Result<Vec<SubmissionId>> {
        let mut data = self.data();
        let mut released = Vec::new();
        for ((owner, id), row) in &mut data.sends.submissions {
            let record = &mut row.record;
            let named = *owner == organization && only.is_none_or(|only| only.contains(id));
            if named && record.held && record.submission.progress.state == State::Queued {
                (record.held, record.updated_at) = (false, now);
                released.push(record.submission.clone());
            }
        }
        for submission in &released {
            let mut jobs = data.sends.jobs.values_mut();
            let job = jobs.find(|row| row.job.subject == Some(submission.id.0));
            if let Some(row) = job.filter(|row| matches!(row.job.state, JobState::Waiting { .. })) {
                row.job.state = JobState::Waiting { run_at: now };
            }
            data.tell_of(organization, submission, TrailKind::Released, None, now);
        }
        Ok(released.into_iter().map(|submission| submission.id).collect())
    }

    async fn delete_expired(&self, now: OffsetDateTime) -> Result<usize> {
        let mut data = self.data();
        let expired = data.sends.staged.iter().filter(|(_, staged)| !staged.is_alive(now));
        let expired: Vec<_> = expired.map(|(key, _)| *key).take(500).collect();
        for (organization, id) in &expired {
            data.sends.staged.remove(&(*organization, *id));
            data.tell(*organization, now, TrailKind::Expired, Some(id.0), None, None, None);
        }
        Ok(expired.len())
    }
}

impl Data {
    fn number_use(&self, organization: OrganizationId, number: Option<&str>) -> NumberUse {
        let Some(number) = number else { return NumberUse::Free };
        let mut issued = self.invoices.values().filter(|i| i.organization == organization);
        if issued.any(|invoice| invoice.document.number == number) {
            return NumberUse::Native;
        }
        let mut own = self.sends.recorded.iter().filter(|((owner, _), _)| *owner == organization);
        let recorded = own.find(|(_, (invoice, _))| invoice.number == number);
        recorded.map_or(NumberUse::Free, |((_, id), _)| NumberUse::Recorded(*id))
    }
}
