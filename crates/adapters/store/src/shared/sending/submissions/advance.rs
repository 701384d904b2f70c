//! A transition of a submission, with all its effects.

use super::{
    super::{
        super::{
            super::run_mutations,
            events::insert_events,
            invoicing::invoices::history,
            network::audit::Line,
            queue::{release, restart},
            reporting::tax_reports::{Of, insert_due},
            sql::*,
        },
        ledger::{amount, entry_row, hold, locked_balance, set_balance},
        volume,
    },
    flight::receipt_row,
    rows::locked,
};
use crate::{error::backend, names};
use access::OrganizationId;
use events::NewEvent;
use invoicing::states::{HistoryAction, HistoryEntry};
use peppol_connector::{
    audit::AuditAction,
    credit::{Hold, Posting, capture_credit, release_credit},
    identifiers::SubmissionId,
    ports::AttemptOutcome,
    sending::{SEND_JOB, Submission},
    submissions::{Effect, Moved, Progress, State},
    volume::counts,
};
use time::OffsetDateTime;
use uuid::Uuid;

/// One transition of one submission of an organization.
pub(super) struct Advance<'a> {
    pub(super) organization: OrganizationId,
    pub(super) id: SubmissionId,
    pub(super) from: Progress,
    pub(super) moved: &'a Moved,
    pub(super) outcome: AttemptOutcome<'a>,
    pub(super) events: &'a [NewEvent],
    pub(super) now: OffsetDateTime,
}

impl Advance<'_> {
    /// Within the caller's transaction. Locks the submission first, then the credit, as a commit does, then the month,
    /// so that transactions do not deadlock.
    pub(super) async fn save(&self, conn: &mut Conn) -> Result<()> {
        let found = locked(conn, self.organization, self.id).await?;
        if found.progress != self.from {
            return Err(StoreError::Conflict);
        }
        let (to, effects) = match self.moved {
            Moved::To(to, effects) => (to, effects.as_slice()),
            Moved::Unchanged => return Ok(()),
            // a staged document is not a submission here
            Moved::Deleted => return Err(StoreError::Conflict),
        };
        let mut mutations = vec![self.submission(to, effects)];
        mutations.extend(self.receipt());
        mutations.extend(self.job(to, effects));
        mutations.extend(self.credit(conn, effects).await?);
        mutations.extend(self.lines(&found));
        run_mutations(conn, mutations).await?;
        if counts(found.network, effects) {
            volume::count(conn, self.organization, self.now).await?;
        }
        if found.moves_invoice() && effects.contains(&Effect::EmitSent) {
            self.make_sent(conn, &found).await?;
        }
        for effect in effects {
            let Effect::Report(due) = effect else { continue };
            let of = Of::Submission(self.id, found.invoice);
            let to = (found.network, &found.receiver);
            insert_due(conn, self.organization, due, &of, to, self.now).await?;
        }
        insert_events(conn, self.events).await
    }

    const fn error(&self) -> Option<&str> {
        match self.outcome {
            AttemptOutcome::Error(error) => Some(error),
            AttemptOutcome::None | AttemptOutcome::Receipt(_) => None,
        }
    }

    fn transaction_id(&self) -> Option<&str> {
        match self.outcome {
            AttemptOutcome::Receipt(receipt) => receipt.transaction_id.as_deref(),
            AttemptOutcome::None | AttemptOutcome::Error(_) => None,
        }
    }

    /// A submission that moves is no longer held. When it is charged, the network has accepted it.
    fn submission(&self, to: &Progress, effects: &[Effect]) -> Mutation<'_> {
        let when = |effect| effects.contains(&effect).then_some(self.now);
        Mutation::new(sql!(
            "UPDATE submissions
             SET held = false, state = {state}, attempts = {attempts}, ambiguous = {ambiguous},
               needs_operator = {needs_operator}, updated_at = {now}, sent_at = coalesce(sent_at, {sent_at}),
               delivered_at = coalesce(delivered_at, {delivered_at}),
               transaction_id = coalesce({transaction_id}, transaction_id),
               error = coalesce({error}, error) {from before}
             WHERE organization_id = {organization} AND id = {id}",
            state = to.state.name(),
            attempts = i32::from(to.attempts),
            ambiguous = to.ambiguous,
            needs_operator = to.needs_operator,
            now = self.now,
            sent_at = when(Effect::CaptureCredit),
            delivered_at = when(Effect::EmitDelivered),
            transaction_id = self.transaction_id(),
            error = self.error(),
            organization = self.organization,
            id = self.id.0,
        ))
    }

    fn receipt(&self) -> Option<Mutation<'_>> {
        let AttemptOutcome::Receipt(receipt) = self.outcome else { return None };
        let key = (self.id, Uuid::now_v7());
        Some(Mutation::insert(receipt_row(self.organization, key, receipt, self.now)))
    }

    /// Makes the job due again, a dead letter, or deletes it; it may be gone. A worker that has just claimed it keeps
    /// it.
    fn job(&self, to: &Progress, effects: &[Effect]) -> Option<Mutation<'_>> {
        let again = effects.iter().find_map(|effect| match effect {
            Effect::Retry(at) | Effect::AskReceipt(at) if self.from.needs_operator => {
                Some(restart(*at))
            }
            Effect::Retry(at) => Some(release("waiting", *at, self.error())),
            Effect::AskReceipt(at) => Some(release("waiting", *at, None)),
            Effect::AskOperator => Some(release("dead", self.now, self.error())),
            _ => None,
        });
        let over = matches!(to.state, State::Sent | State::Delivered | State::Failed);
        let change = match again {
            Some(again) => again,
            None if over => sql!("DELETE FROM jobs {using before}"),
            None => return None,
        };
        let found = sql!(
            " WHERE subject_id = {} AND kind = {} AND organization_id = {}",
            self.id.0,
            SEND_JOB.0,
            self.organization
        );
        Some(Mutation::new(change.then(found)).if_there())
    }

    /// Captures or releases the submission's reservation, once.
    async fn credit(&self, conn: &mut Conn, effects: &[Effect]) -> Result<Vec<Mutation<'_>>> {
        let settle = if effects.contains(&Effect::CaptureCredit) {
            capture_credit
        } else if effects.contains(&Effect::ReleaseCredit) {
            release_credit
        } else {
            return Ok(Vec::new());
        };
        let hold = hold(conn, self.organization, self.id).await?;
        if hold == Hold::None {
            return Ok(Vec::new());
        }
        let balance = locked_balance(conn, self.organization).await?;
        match settle(balance, hold, self.id).map_err(backend)? {
            Posting::Done | Posting::Free => Ok(Vec::new()),
            Posting::Post { entry, balance, .. } => {
                let amount = amount(entry.amount)?;
                let line = entry_row(self.organization, entry.kind, amount, self.id, self.now);
                Ok(vec![set_balance(self.organization, balance)?, Mutation::insert(line)])
            }
        }
    }

    fn lines<'a>(&'a self, found: &'a Submission) -> impl Iterator<Item = Mutation<'a>> {
        AuditAction::of_move(self.from, self.moved).into_iter().map(move |kind| {
            let line = Line {
                document: Some(found.id.0),
                invoice: Some(found.invoice.0),
                number: Some(found.number.as_str()),
                detail: self.error(),
                ..Line::new(self.organization, self.now, kind, found.network)
            };
            Mutation::insert(line.row())
        })
    }

    /// The invoice may be paid or overdue by now: then it stays so.
    async fn make_sent(&self, conn: &mut Conn, found: &Submission) -> Result<()> {
        let (organization, id) = (self.organization, found.invoice);
        let before = sql!(
            "SELECT status, version FROM invoices
             WHERE organization_id = {} AND id = {} {for_change}",
            organization,
            id.0
        );
        let Some((status, version)) = before.first::<(String, i32)>(conn).await? else {
            return Ok(());
        };
        let before = names::invoice_status(&status)?;
        let Some(after) = before.when_sent() else { return Ok(()) };
        let sent = sql!(
            "UPDATE invoices SET status = {}, version = {}
             WHERE organization_id = {} AND id = {}",
            after.name(),
            version + 1,
            organization,
            id.0
        );
        sent.execute(conn).await?;
        let (action, moved) = (HistoryAction::Sent, (before, after));
        let entry = HistoryEntry::moved(action, moved, version + 1, self.now);
        history::keep(conn, (organization, id), &entry).await
    }
}
