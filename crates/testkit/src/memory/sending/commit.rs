use crate::memory::{Result, sending::SubmissionRow, store::Data};
use access::{Credential, OrganizationId};
use idempotency::{Answer, Lease};
use invoicing::{AnyInvoice, records::ContactRow, states::NoteEffect};
use peppol_connector::{
    audit::{AuditAction, AuditEntry},
    identifiers::Network,
    sending::{
        DocumentKey, EarlierSend, QueuedSend, RecordedInvoice, SendWrites, StagedDocument,
        Submission,
    },
    submissions::{State, SubmissionRecord},
};
use persistence::StoreError;
use time::OffsetDateTime;

impl Data {
    /// Works on a copy of the data, which is dropped if it fails.
    pub(super) fn commit(
        &mut self,
        organization: OrganizationId,
        commit: &SendWrites,
        lease: Option<(&Lease, &Answer)>,
        now: OffsetDateTime,
    ) -> Result<()> {
        match commit {
            SendWrites::Nothing => {}
            SendWrites::Stage(staged, by) => self.stage(organization, staged, *by, now)?,
            SendWrites::Queue(send) => self.queue(organization, send, now)?,
        }
        self.answer(organization, lease, now)
    }

    fn stage(
        &mut self,
        organization: OrganizationId,
        staged: &StagedDocument,
        by: Option<Credential>,
        now: OffsetDateTime,
    ) -> Result<()> {
        self.must_exist(organization)?;
        self.sends.staged.add(organization, staged.clone(), "staged document")?;
        let owner = (organization, staged.network);
        let document = Some(staged.id.into());
        self.add_line(owner, now, AuditAction::Staged, document, None, None).actor = by;
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
            self.sends.staged.remove(organization, staged)?;
        }
        self.record(organization, send, now)?;
        let row = SubmissionRow {
            record: SubmissionRecord {
                submission: Submission { queued_at: now, ..submission.clone() },
                run_at: None,
                held: send.job.held,
                created_at: now,
                updated_at: now,
                sent_at: None,
                delivered_at: None,
                transaction_id: None,
                error: None,
            },
            type_code: send.type_code.clone(),
            key: DocumentKey::of_send(send),
            document: send.document.clone(),
            receipts: Vec::new(),
            has_late_receipt: false,
            hops: Vec::new(),
        };
        self.reserve(organization, submission.id, send.reserve, now)?;
        self.sends.submissions.add(organization, row, "submission")?;
        self.enqueue(&send.job.queued(organization), now)?;
        let line = self.add_line_of(organization, submission, AuditAction::Queued, None, now);
        line.actor = send.actor;
        Ok(())
    }

    /// The send of the same document that has not failed.
    pub(super) fn earlier_send(
        &self,
        organization: OrganizationId,
        network: Network,
        key: &DocumentKey,
    ) -> Option<EarlierSend> {
        let same = |row: &SubmissionRow| row.key.as_ref() == Some(key);
        let found = self.sends.submissions.of(organization).find(|row| {
            let sent = &row.record.submission;
            sent.network == network && sent.progress.state != State::Failed && same(row)
        });
        found.map(|row| EarlierSend {
            submission: row.record.submission.id,
            invoice: row.record.submission.invoice,
            state: row.record.submission.progress.state,
        })
    }

    /// The number must be no other invoice's, or the native invoice must not be under way.
    fn record(
        &mut self,
        organization: OrganizationId,
        send: &QueuedSend,
        now: OffsetDateTime,
    ) -> Result<()> {
        let submission = &send.submission;
        let taken = || Err(StoreError::Taken(submission.number.clone()));
        if let Some(version) = send.from_version {
            let invoice = self.invoices.find(organization, submission.invoice);
            if invoice.is_none_or(|invoice| invoice.version != version) {
                return Err(StoreError::Conflict);
            }
        }
        let key = DocumentKey::of_send(send);
        let same = key.and_then(|key| self.earlier_send(organization, submission.network, &key));
        if same.is_some() {
            return taken();
        }
        if submission.native {
            let open = self.sends.submissions.of(organization).any(|row| {
                let known = &row.record.submission;
                known.native
                    && known.invoice == submission.invoice
                    && known.network == submission.network
                    && known.progress.state != State::Failed
            });
            return if open { taken() } else { Ok(()) };
        }
        let Some(recorded) = &send.invoice else { return Ok(()) };
        let invoice = AnyInvoice { organization, ..recorded.invoice.clone().into() };
        let key = (organization, invoice.id);
        let (before, now_held) = (&recorded.before, self.invoices.find(key.0, key.1));
        if let Some(before) = before {
            let held = now_held.is_some_and(|held| held.version == before.version)
                && self.notes_to(key) == recorded.notes;
            held.then_some(()).ok_or(StoreError::Conflict)?;
        } else if self.holder(organization, &submission.number).is_some() {
            return taken();
        }
        let contact =
            ContactRow { contact: recorded.contact.clone(), created_at: now, retired_at: None };
        self.contacts.put_first(organization, contact);
        self.invoices.put(organization, invoice.clone());
        self.add_events(&recorded.events);
        if let Some(entry) = &recorded.entry {
            self.add_history(key, entry);
        }
        self.keep_what_depends(organization, recorded, &invoice)
    }

    /// The credit notes of a record that another document replaced, and what a record corrects.
    fn keep_what_depends(
        &mut self,
        organization: OrganizationId,
        recorded: &RecordedInvoice,
        after: &AnyInvoice,
    ) -> Result<()> {
        let Some(moment) = &recorded.moment else { return Ok(()) };
        let before = recorded.before.as_deref().cloned();
        let before = before.map(|before| AnyInvoice { organization, ..before.into() });
        if let Some(before) = &before {
            self.match_what_waits(Some(before), after, moment.now)?;
            self.keep_shares(before, after, moment)?;
        }
        for effect in NoteEffect::of_revision(before.as_ref(), after) {
            self.keep_effect(organization, Some(effect), moment)?;
        }
        Ok(())
    }

    pub(super) fn add_line_of(
        &mut self,
        organization: OrganizationId,
        submission: &Submission,
        kind: AuditAction,
        detail: Option<&str>,
        now: OffsetDateTime,
    ) -> &mut AuditEntry {
        let about = (Some(submission.id.into()), Some(submission.invoice));
        let owner = (organization, submission.network);
        self.add_line_about(owner, now, kind, about, Some(&submission.number), detail)
    }
}
