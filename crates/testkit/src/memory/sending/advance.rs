use crate::memory::{Result, sending::SubmissionRow, store::Data};
use access::OrganizationId;
use invoicing::states::{HistoryAction, HistoryEntry};
use jobs::{JobState, SubjectId};
use peppol_connector::{
    audit::AuditAction,
    identifiers::SubmissionId,
    ports::AttemptOutcome,
    sending::Submission,
    submissions::{Effect, Moved, Progress, State},
    volume::counts,
};
use persistence::StoreError;
use time::OffsetDateTime;

impl Data {
    /// Works on a copy of the data, which is dropped if it fails.
    pub(super) fn advance(
        &mut self,
        organization: OrganizationId,
        id: SubmissionId,
        from: Progress,
        moved: &Moved,
        outcome: AttemptOutcome<'_>,
        now: OffsetDateTime,
    ) -> Result<()> {
        let row = self.sends.submissions.one_mut(organization, id)?;
        if row.record.submission.progress != from {
            return Err(StoreError::Conflict);
        }
        let (to, effects) = match moved {
            Moved::To(to, effects) => (*to, effects),
            Moved::Unchanged => return Ok(()),
            Moved::Deleted => return Err(StoreError::Conflict),
        };
        row.advance(to, effects, outcome, now);
        let submission = row.record.submission.clone();
        let error = match outcome {
            AttemptOutcome::Error(error) => Some(error),
            AttemptOutcome::None | AttemptOutcome::Receipt(_) => None,
        };
        self.free_job(id, (from, to), effects, error, now);
        self.settle(organization, id, effects, now)?;
        for kind in AuditAction::of_move(from, moved) {
            self.add_line_of(organization, &submission, kind, error, now);
        }
        if counts(submission.network, effects) {
            self.count_transaction(organization, now)?;
        }
        for effect in effects {
            if let Effect::Report(due) = effect {
                self.report_sent(organization, due, &submission, now)?;
            }
        }
        if effects.contains(&Effect::EmitSent) {
            self.invoice_sent(organization, &submission, now);
        }
        Ok(())
    }

    fn free_job(
        &mut self,
        id: SubmissionId,
        (from, to): (Progress, Progress),
        effects: &[Effect],
        error: Option<&str>,
        now: OffsetDateTime,
    ) {
        let error = || error.map(str::to_owned);
        let asks = effects.iter().any(|effect| matches!(effect, Effect::AskReceipt(_)));
        self.sends.jobs.retain(|_, row| {
            if row.job.subject != Some(SubjectId(id.0)) {
                return true;
            }
            for effect in effects {
                match effect {
                    Effect::Retry(at) => row.leave(JobState::Waiting { run_at: *at }, error()),
                    Effect::AskReceipt(at) => row.leave(JobState::Waiting { run_at: *at }, None),
                    Effect::AskOperator => row.leave(JobState::Dead { since: now }, error()),
                    _ => {}
                }
            }
            if from.needs_operator && !to.needs_operator {
                row.job.attempts = 0;
            }
            asks || !matches!(to.state, State::Sent | State::Delivered | State::Failed)
        });
    }

    fn invoice_sent(
        &mut self,
        organization: OrganizationId,
        submission: &Submission,
        now: OffsetDateTime,
    ) {
        let owner = (organization, submission.invoice);
        let invoice = self.invoices.one_mut(owner.0, owner.1).ok();
        let invoice = invoice.filter(|_| submission.moves_invoice());
        let Some(invoice) = invoice else { return };
        let before = invoice.status;
        let Some(after) = before.when_sent() else { return };
        invoice.status = after;
        invoice.version += 1;
        let version = invoice.version;
        let entry = HistoryEntry::moved(HistoryAction::Sent, (before, after), version, now);
        self.add_history(owner, &entry);
    }
}

impl SubmissionRow {
    fn advance(
        &mut self,
        to: Progress,
        effects: &[Effect],
        outcome: AttemptOutcome<'_>,
        now: OffsetDateTime,
    ) {
        let record = &mut self.record;
        record.submission.progress = to;
        record.held = false;
        record.updated_at = now;
        if effects.contains(&Effect::CaptureCredit) {
            record.sent_at = record.sent_at.or(Some(now));
        }
        if effects.contains(&Effect::EmitDelivered) {
            record.delivered_at = record.delivered_at.or(Some(now));
        }
        match outcome {
            AttemptOutcome::None => {}
            AttemptOutcome::Receipt(receipt) => {
                let id = receipt.transaction_id.clone();
                record.transaction_id = id.or_else(|| record.transaction_id.take());
                self.receipts.push(receipt.evidence.clone());
            }
            AttemptOutcome::Error(error) => record.error = Some(error.to_owned()),
        }
    }
}
