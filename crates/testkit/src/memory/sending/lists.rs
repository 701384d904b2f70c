use crate::memory::{
    Result,
    page::page,
    sending::{JobRow, SubmissionRow},
    store::{Data, MemoryStore},
};
use access::OrganizationId;
use jobs::{JobState, SubjectId};
use peppol_connector::{
    identifiers::{InvoiceId, MessageId, Network, SubmissionId},
    ports::SubmissionLists,
    sending::{DocumentBytes, SEND_JOB, Submission},
    submissions::{MAX_PLACES, QueuePlaces, SubmissionFilter, SubmissionRecord},
};
use persistence::{Cursor, Page};

impl SubmissionLists for MemoryStore {
    async fn submissions(
        &self,
        organization: OrganizationId,
        filter: &SubmissionFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<SubmissionRecord>> {
        let mut rows = self.data().records(organization);
        rows.retain(|row| matches(row, filter));
        Ok(page(rows, after, limit))
    }

    async fn submission_record(
        &self,
        organization: OrganizationId,
        id: SubmissionId,
    ) -> Result<SubmissionRecord> {
        let data = self.data();
        Ok(data.record_of(data.sends.submissions.one(organization, id)?))
    }

    async fn submission_bytes(
        &self,
        organization: OrganizationId,
        id: SubmissionId,
    ) -> Result<DocumentBytes> {
        Ok(self.data().sends.submissions.one(organization, id)?.document.clone())
    }

    async fn submission_receipts(
        &self,
        organization: OrganizationId,
        id: SubmissionId,
    ) -> Result<Vec<Vec<u8>>> {
        Ok(self.data().sends.submissions.one(organization, id)?.receipts.clone())
    }

    async fn latest_submission(
        &self,
        organization: OrganizationId,
        invoice: InvoiceId,
        network: Network,
    ) -> Result<Option<SubmissionRecord>> {
        let mut rows = self.data().records(organization);
        let of = |row: &Submission| row.invoice == invoice && row.network == network;
        rows.retain(|row| of(&row.submission));
        Ok(page(rows, None, 1).rows.pop())
    }

    async fn sent_as(
        &self,
        network: Network,
        message_id: MessageId,
    ) -> Result<Option<(OrganizationId, SubmissionId)>> {
        let data = self.data();
        let is_it = |sent: &Submission| sent.message_id == message_id && sent.network == network;
        let found = data.sends.submissions.all().find(|(_, row)| is_it(&row.record.submission));
        Ok(found.map(|(owner, row)| (owner, row.record.submission.id)))
    }

    async fn needing_operator(&self) -> Result<u64> {
        let data = self.data();
        let rows = data.sends.submissions.all();
        let needing = rows.filter(|(_, row)| row.record.submission.progress.needs_operator);
        Ok(needing.count() as u64)
    }

    async fn queue_places(
        &self,
        organization: OrganizationId,
        submissions: &[SubmissionId],
    ) -> Result<QueuePlaces> {
        let data = self.data();
        let sends = data.sends.jobs.values().filter(|row| row.job.kind == SEND_JOB.0);
        let mut places = QueuePlaces::default();
        let mut waiting = Vec::new();
        for JobRow { job, .. } in sends {
            match job.state {
                JobState::Waiting { run_at } => waiting.push((run_at, job.id, job)),
                JobState::Running { .. } => places.running += 1,
                JobState::Dead { .. } => {}
            }
        }
        waiting.sort_by_key(|(run_at, id, _)| (*run_at, *id));
        for (place, (.., job)) in (0..MAX_PLACES).zip(waiting) {
            let id = job
                .subject
                .map(|about| SubmissionId(about.0))
                .filter(|id| submissions.contains(id));
            if let Some(id) = id.filter(|_| job.organization == Some(organization)) {
                places.waiting.insert(id, place);
            }
        }
        Ok(places)
    }
}

fn matches(row: &SubmissionRecord, filter: &SubmissionFilter) -> bool {
    let submission = &row.submission;
    filter.network.is_none_or(|network| network == submission.network)
        && (filter.states.is_empty() || filter.states.contains(&submission.progress.state))
        && filter.held.is_none_or(|held| held == row.held)
        && filter.invoice.is_none_or(|invoice| invoice == submission.invoice)
        && filter.number.as_ref().is_none_or(|number| *number == submission.number)
}

impl Data {
    pub(in crate::memory) fn records(&self, organization: OrganizationId) -> Vec<SubmissionRecord> {
        self.sends.submissions.of(organization).map(|row| self.record_of(row)).collect()
    }

    fn record_of(&self, row: &SubmissionRow) -> SubmissionRecord {
        let id = row.record.submission.id;
        let waits = self.sends.jobs.values().find_map(|row| match row.job.state {
            JobState::Waiting { run_at } if row.job.subject == Some(SubjectId(id.0)) => {
                Some(run_at)
            }
            _ => None,
        });
        let waits = waits.filter(|_| !row.record.submission.progress.state.is_final());
        SubmissionRecord { run_at: waits, ..row.record.clone() }
    }
}
