use super::{
    super::{
        Data, MemoryStore,
        network::page::{Order, page},
    },
    Result, SubmissionRow,
};
use access::OrganizationId;
use jobs::JobState;
use peppol_connector::{
    DocumentBytes, RecordedInvoice, RecordedInvoiceId, SEND_JOB, SubmissionFilter, SubmissionId,
    SubmissionLists, SubmissionRecord,
};
use persistence::{Cursor, Page, StoreError};
use time::OffsetDateTime;

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
        Ok(newest(rows, after, limit))
    }

    async fn submission_record(
        &self,
        organization: OrganizationId,
        id: SubmissionId,
    ) -> Result<SubmissionRecord> {
        let data = self.data();
        Ok(data.record_of(data.kept(organization, id)?))
    }

    async fn submission_bytes(
        &self,
        organization: OrganizationId,
        id: SubmissionId,
    ) -> Result<DocumentBytes> {
        Ok(self.data().kept(organization, id)?.document.clone())
    }

    async fn submission_receipts(
        &self,
        organization: OrganizationId,
        id: SubmissionId,
    ) -> Result<Vec<Vec<u8>>> {
        Ok(self.data().kept(organization, id)?.receipts.clone())
    }

    async fn latest_submission(
        &self,
        organization: OrganizationId,
        invoice: RecordedInvoiceId,
    ) -> Result<Option<SubmissionRecord>> {
        let mut rows = self.data().records(organization);
        rows.retain(|row| row.submission.invoice == invoice);
        Ok(newest(rows, None, 1).rows.pop())
    }

    async fn recorded_invoice(
        &self,
        organization: OrganizationId,
        id: RecordedInvoiceId,
    ) -> Result<(RecordedInvoice, OffsetDateTime)> {
        let data = self.data();
        let kept = data.sends.recorded.get(&(organization, id));
        kept.cloned().ok_or(StoreError::NotFound)
    }

    async fn ahead_in_queue(&self, run_at: OffsetDateTime) -> Result<u64> {
        let data = self.data();
        let sends = data.sends.jobs.values().filter(|row| row.job.kind == SEND_JOB.0);
        let ahead = sends.filter(|row| match row.job.state {
            JobState::Waiting { run_at: own } => own < run_at,
            JobState::Running { .. } => true,
            JobState::Dead { .. } => false,
        });
        Ok(ahead.count() as u64)
    }
}

fn newest(
    rows: Vec<SubmissionRecord>,
    after: Option<Cursor>,
    limit: u16,
) -> Page<SubmissionRecord> {
    page(rows, Order::NewestFirst, after, limit, |row| (row.created_at, row.submission.id.0))
}

fn matches(row: &SubmissionRecord, filter: &SubmissionFilter) -> bool {
    let submission = &row.submission;
    (filter.states.is_empty() || filter.states.contains(&submission.progress.state))
        && filter.held.is_none_or(|held| held == row.held)
        && filter.invoice.is_none_or(|invoice| invoice == submission.invoice)
        && filter.number.as_ref().is_none_or(|number| *number == submission.number)
}

impl Data {
    fn kept(&self, organization: OrganizationId, id: SubmissionId) -> Result<&SubmissionRow> {
        self.sends.submissions.get(&(organization, id)).ok_or(StoreError::NotFound)
    }

    fn records(&self, organization: OrganizationId) -> Vec<SubmissionRecord> {
        let own = self.sends.submissions.iter().filter(|((owner, _), _)| *owner == organization);
        own.map(|(_, row)| self.record_of(row)).collect()
    }

    fn record_of(&self, row: &SubmissionRow) -> SubmissionRecord {
        let id = row.record.submission.id;
        let waits = self.sends.jobs.values().find_map(|row| match row.job.state {
            JobState::Waiting { run_at } if row.job.subject == Some(id.0) => Some(run_at),
            _ => None,
        });
        SubmissionRecord { run_at: waits, ..row.record.clone() }
    }
}
