use crate::memory::{
    Result,
    store::{Data, MemoryStore},
};
use access::{Credential, OrganizationId, Tier};
use events::NewEvent;
use idempotency::{Answer, Lease};
use invoicing::{InvoiceId, recording::InvoiceContent};
use jobs::{JobState, SubjectId};
use peppol_connector::{
    audit::AuditAction,
    identifiers::{Network, StagedId, SubmissionId},
    ports::{AttemptOutcome, SubmissionStore},
    sending::{
        DocumentKey, EarlierRecord, EarlierSend, MAX_RELEASED, NamedInvoice, NumberUse,
        OrganizationFacts, SendWrites, StagedDocument, Submission,
    },
    submissions::{Moved, Progress, State},
};
use time::OffsetDateTime;

impl SubmissionStore for MemoryStore {
    async fn organization_facts(
        &self,
        organization: OrganizationId,
        tier: Tier,
        number: Option<&str>,
        now: OffsetDateTime,
    ) -> Result<OrganizationFacts> {
        let data = self.call("organization_facts")?;
        let account = data.account(organization)?;
        let available = data.balance(organization).available;
        Ok(account.facts(organization, tier, available, data.number_use(organization, number), now))
    }

    async fn named_invoice(
        &self,
        organization: OrganizationId,
        number: &str,
    ) -> Result<Option<NamedInvoice>> {
        self.call("named_invoice")?.named_invoice(organization, number)
    }

    async fn earlier_send(
        &self,
        organization: OrganizationId,
        network: Network,
        key: &DocumentKey,
    ) -> Result<Option<EarlierSend>> {
        Ok(self.call("earlier_send")?.earlier_send(organization, network, key))
    }

    async fn commit(
        &self,
        organization: OrganizationId,
        commit: &SendWrites,
        lease: Option<(&Lease, &Answer)>,
        now: OffsetDateTime,
    ) -> Result<()> {
        self.change(|data| data.commit(organization, commit, lease, now))
    }

    async fn staged(
        &self,
        organization: OrganizationId,
        id: StagedId,
    ) -> Result<Option<StagedDocument>> {
        Ok(self.call("staged")?.sends.staged.find(organization, id).cloned())
    }

    async fn document_size(&self, organization: OrganizationId, id: SubmissionId) -> Result<u64> {
        Ok(self.data().sends.submissions.one(organization, id)?.document.sent.len() as u64)
    }

    async fn submission(
        &self,
        organization: OrganizationId,
        id: SubmissionId,
    ) -> Result<(Submission, Vec<u8>)> {
        let data = self.data();
        let row = data.sends.submissions.one(organization, id)?;
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
        self.change(|data| {
            data.advance(organization, id, from, moved, outcome, now)?;
            if matches!(moved, Moved::To(..)) {
                data.add_events(events);
            }
            Ok(())
        })
    }

    async fn release_held(
        &self,
        organization: OrganizationId,
        network: Network,
        only: Option<&[SubmissionId]>,
        by: Option<Credential>,
        now: OffsetDateTime,
    ) -> Result<Vec<SubmissionId>> {
        let mut data = self.data();
        let mut released = Vec::new();
        for row in data.sends.submissions.of_mut(organization) {
            let record = &mut row.record;
            let named = only.is_none_or(|only| only.contains(&record.submission.id));
            let room = only.is_some() || released.len() < MAX_RELEASED;
            let is_held = record.held && record.submission.progress.state == State::Queued;
            if room && named && is_held && record.submission.network == network {
                (record.held, record.updated_at) = (false, now);
                released.push(record.submission.clone());
            }
        }
        for submission in &released {
            let mut jobs = data.sends.jobs.values_mut();
            let job = jobs.find(|row| row.job.subject == Some(SubjectId(submission.id.0)));
            if let Some(row) = job.filter(|row| matches!(row.job.state, JobState::Waiting { .. })) {
                row.job.state = JobState::Waiting { run_at: now };
            }
            let line = data.add_line_of(organization, submission, AuditAction::Released, None, now);
            line.actor = by;
        }
        Ok(released.into_iter().map(|submission| submission.id).collect())
    }

    async fn delete_expired(&self, now: OffsetDateTime) -> Result<usize> {
        let mut data = self.data();
        let expired = data.sends.staged.all().filter(|(_, staged)| !staged.is_alive(now));
        let expired = expired.map(|(owner, staged)| (owner, staged.id, staged.network));
        let expired: Vec<_> = expired.take(500).collect();
        for &(owner, id, network) in &expired {
            data.sends.staged.remove(owner, id)?;
            let document = Some(id.into());
            data.add_line((owner, network), now, AuditAction::Expired, document, None, None);
        }
        Ok(expired.len())
    }
}

impl Data {
    fn number_use(&self, organization: OrganizationId, number: Option<&str>) -> NumberUse {
        let holder = number.and_then(|number| self.holder(organization, number));
        let Some(holder) = holder else { return NumberUse::Free };
        match holder.clone().issued() {
            Ok(_) => NumberUse::Native,
            Err(invoice) => {
                let live = self.is_live(organization, invoice.id);
                NumberUse::Recorded(Box::new(EarlierRecord {
                    notes: self.notes_to((organization, invoice.id)),
                    invoice: *invoice,
                    live,
                    same: None,
                }))
            }
        }
    }

    fn named_invoice(
        &self,
        organization: OrganizationId,
        number: &str,
    ) -> Result<Option<NamedInvoice>> {
        let Some(holder) = self.holder(organization, number) else { return Ok(None) };
        let state = self.state((organization, holder.id))?;
        let customer = state.invoice.document.header().customer_id;
        let customer = self.contacts.one(organization, customer)?.contact.party.clone();
        let live = self.is_live(organization, holder.id);
        Ok(Some(NamedInvoice { state, customer, live }))
    }

    /// Whether an invoice was queued with a live key.
    fn is_live(&self, organization: OrganizationId, id: InvoiceId) -> bool {
        self.sends.submissions.of(organization).any(|row| {
            let submission = &row.record.submission;
            submission.invoice == id && submission.network == Network::Live
        })
    }
}
