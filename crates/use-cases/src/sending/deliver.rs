//! Claims a submission, hands it to the network, and stores the outcome.

use crate::{
    ports::{Ports, Runtime},
    reporting::tax_reports,
    sending::{attempt::hand_over, deliver_error::DeliverError},
};
use ::tax_reports::Passage;
use access::OrganizationId;
use invoicing::{InvoiceStore, states::Links};
use jobs::error_text;
use peppol_connector::{
    identifiers::SubmissionId,
    ports::{AttemptOutcome, FlightStore, SubmissionLists, SubmissionStore},
    sending::Submission,
    submissions::{
        Actor, Advance, AdvanceError, CannotLeave, Jitter, Move, MoveError, Moved, Progress,
        ReportDue, State, Step, Trace, advance,
    },
};
use persistence::StoreError;
use provider_reports::ExchangeLog;
use time::OffsetDateTime;

/// The outcome of a submission's job.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Delivered {
    /// The submission moved to this state, and its job was updated with it.
    Moved(State),
    /// The job has nothing left to do and can be deleted.
    Settled,
    /// The submission has ended without its receipt: ask for it again at this time.
    ReceiptMissing(OffsetDateTime),
    /// Another worker has moved the submission, and the job is now its own.
    TakenOver,
}

/// The result of claiming a submission.
enum Claim {
    /// Claimed; this is its progress now.
    Made(Progress),
    /// The submission has nothing left to do.
    Settled,
    /// Another worker moved it in the meantime.
    TakenOver,
}

/// Claims and delivers submissions.
#[derive(Debug, Clone, Copy)]
pub struct SubmissionSender<'a, P>(pub &'a P);

impl<P: Ports> SubmissionSender<'_, P> {
    /// Claims a submission, makes an attempt, and stores its outcome.
    ///
    /// # Errors
    /// [`DeliverError`]; the steps before stay stored.
    pub async fn deliver(
        &self,
        organization: OrganizationId,
        id: SubmissionId,
        jitter: Jitter,
    ) -> Result<Delivered, DeliverError> {
        let (mut submission, document) = match self.0.database().submission(organization, id).await
        {
            Ok(found) => found,
            Err(StoreError::NotFound) => return Ok(Delivered::Settled),
            Err(error) => return Err(error.into()),
        };
        if matches!(submission.progress.state, State::Delivered | State::Failed) {
            return self.ask_for_receipt(organization, &submission, &document).await;
        }
        // loaded before the claim, so that an error leaves the submission unclaimed
        let leaving = self.may_leave(organization, &submission).await?;
        let end_user = self.0.database().end_user(organization).await?;
        let progress = match self.claim(organization, &submission, jitter).await? {
            Claim::Made(progress) => progress,
            Claim::Settled => return Ok(Delivered::Settled),
            Claim::TakenOver => return Ok(Delivered::TakenOver),
        };
        submission.progress = progress;
        if progress.state != State::Sending || progress.needs_operator {
            return Ok(Delivered::Moved(progress.state));
        }
        let mut trace = Trace::default();
        let result = match &leaving {
            Ok(()) => {
                let message = submission.message();
                hand_over(self.0, &end_user, &message, &document, &mut trace).await?
            }
            Err(refusal) => Err((refusal.class(), refusal.to_string())),
        };
        let answered_at = self.0.runtime().now();
        let (moved, outcome) = match &result {
            Ok(receipt) if receipt.delivered => (Move::Delivered, AttemptOutcome::Receipt(receipt)),
            Ok(receipt) => (Move::Accepted, AttemptOutcome::Receipt(receipt)),
            Err((class, text)) => (Move::AttemptFailed(*class), AttemptOutcome::Error(text)),
        };
        // a document that was not allowed to leave was not sent, so it needs no tax report
        let owes = leaving.is_ok();
        let by = (Actor::Worker, moved);
        let kept = self.keep_with(organization, &submission, by, outcome, jitter, owes);
        let kept = kept.await;
        // after the outcome is stored, so that nothing comes between the two
        self.keep_hops(organization, id, &trace, answered_at).await;
        if let Some(progress) = kept? {
            return Ok(Delivered::Moved(progress.state));
        }
        if let AttemptOutcome::Receipt(receipt) = outcome {
            self.keep_late(organization, id, receipt).await?;
        }
        Ok(Delivered::TakenOver)
    }

    /// Stores the hops for diagnosis; a failure is logged and does not fail the attempt.
    pub(crate) async fn keep_hops(
        &self,
        organization: OrganizationId,
        id: SubmissionId,
        trace: &Trace,
        answered_at: OffsetDateTime,
    ) {
        if trace.hops.is_empty() {
            return;
        }
        let kept = self.0.database().keep_hops(organization, id, &trace.hops, answered_at);
        if let Err(error) = kept.await {
            let error = error_text(&error);
            tracing::warn!(submission.id = %id, error, "hops of a send attempt not saved");
        }
    }

    /// Claims the submission, unless it has ended or another worker was faster.
    async fn claim(
        &self,
        organization: OrganizationId,
        submission: &Submission,
        jitter: Jitter,
    ) -> Result<Claim, DeliverError> {
        let (from, now) = (submission.progress, self.0.runtime().now());
        match advance(from, Actor::Worker, Move::Claimed, now, jitter) {
            Err(
                MoveError::Final(_) | MoveError::OutOfPlace { .. } | MoveError::NotYours { .. },
            ) => Ok(Claim::Settled),
            Ok(_) => {
                let outcome = match from.state {
                    State::Sending => AttemptOutcome::Error(VANISHED),
                    _ => AttemptOutcome::None,
                };
                let claimed = Move::Claimed;
                let kept =
                    self.keep(organization, submission, Actor::Worker, claimed, outcome, jitter);
                Ok(kept.await?.map_or(Claim::TakenOver, Claim::Made))
            }
        }
    }

    /// Checks the rules of sending again: hours may have passed since it was queued.
    async fn may_leave(
        &self,
        organization: OrganizationId,
        submission: &Submission,
    ) -> Result<Result<(), CannotLeave>, StoreError> {
        let (tier, now) = (submission.network.tier(), self.0.runtime().now());
        let facts = self.0.database().organization_facts(organization, tier, None, now).await?;
        Ok(submission.may_leave(&facts, now))
    }

    /// Decides on a move and stores it with its events and the tax report that it makes due. `None` when the
    /// submission has moved in the meantime.
    ///
    /// # Errors
    /// [`DeliverError`].
    pub async fn keep(
        &self,
        organization: OrganizationId,
        submission: &Submission,
        actor: Actor,
        moved: Move,
        outcome: AttemptOutcome<'_>,
        jitter: Jitter,
    ) -> Result<Option<Progress>, DeliverError> {
        self.keep_with(organization, submission, (actor, moved), outcome, jitter, true).await
    }

    async fn keep_with(
        &self,
        organization: OrganizationId,
        submission: &Submission,
        (actor, moved): (Actor, Move),
        outcome: AttemptOutcome<'_>,
        jitter: Jitter,
        owes_report: bool,
    ) -> Result<Option<Progress>, DeliverError> {
        let (from, now) = (submission.progress, self.0.runtime().now());
        let step = Step { organization, actor, by: moved, outcome, now, jitter };
        let mut next = match submission.advance(step) {
            Ok(next) => next,
            Err(AdvanceError::Move(_)) => return Ok(None),
            Err(AdvanceError::Unwritable(error)) => return Err(error.into()),
        };
        if submission.moves_invoice() && next.is_sent() {
            let invoice = self.0.database().invoice(organization, submission.invoice).await?;
            next = next.with_invoice(invoice.sent_events(now, &Links::to(self.0.base_url()))?);
        }
        if owes_report && next.is_reported(from.state) {
            next = next.with_report(self.report(organization, submission).await?);
        }
        let Advance { moved, events } = &next;
        let Moved::To(progress, _) = moved else { return Ok(Some(from)) };
        let database = self.0.database();
        let kept = database.advance(organization, submission.id, from, moved, outcome, events, now);
        match kept.await {
            Ok(()) => {}
            Err(StoreError::Conflict) => return Ok(None),
            Err(error) => return Err(error.into()),
        }
        tracing::info!(
            org.id = %organization,
            submission.id = %submission.id,
            invoice.number = submission.number,
            state = progress.state.name(),
            attempt = progress.attempts,
            needs_operator = progress.needs_operator,
            error = match outcome { AttemptOutcome::Error(text) => Some(text), _ => None },
            "send attempt concluded"
        );
        Ok(Some(*progress))
    }

    async fn report(
        &self,
        organization: OrganizationId,
        submission: &Submission,
    ) -> Result<Option<ReportDue>, StoreError> {
        let (database, network) = (self.0.database(), submission.network);
        if self.0.reporting(network).is_none() {
            return Ok(None);
        }
        let document = database.submission_bytes(organization, submission.id).await?.sent;
        let passage = Passage::Sent(&submission.sender, network);
        tax_reports::due(self.0, organization, network, passage, &document).await
    }
}

/// The error of an attempt whose worker disappeared.
const VANISHED: &str = "the worker that had this send vanished: its attempt may have arrived";
