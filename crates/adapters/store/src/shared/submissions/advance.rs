//! A submission's move, with all that belongs to it.

use super::{
    super::{
        super::{Conn, FOR_UPDATE, run_steps},
        events::insert_events,
        issued_rows::NewRow,
        jobs::left,
        ledger::{amount, entry_row, hold, locked_balance, set_balance},
        statement::Statement,
        steps::Step,
        trail::line,
    },
    rows::{Row, one},
};
use crate::{
    error::{backend, translate},
    sql_types::{AsId, AsInstant},
};
use access::OrganizationId;
use diesel_async::RunQueryDsl;
use events::NewEvent;
use peppol_connector::{
    AttemptOutcome, Effect, Hold, Moved, Posting, Progress, SEND_JOB, State, Submission,
    SubmissionId, TrailKind, capture_credit, release_credit,
};
use persistence::StoreError;
use time::OffsetDateTime;
use uuid::Uuid;

type Result<T> = std::result::Result<T, StoreError>;

/// One move of one submission of an organization.
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
    /// Within the caller's transaction. The submission is locked first, then the credit, as in a
    /// commit: no two transactions wait for each other in a circle.
    pub(super) async fn keep(&self, conn: &mut Conn) -> Result<()> {
        let kept = one(self.organization, self.id, FOR_UPDATE);
        let kept: Row = kept.get_result(conn).await.map_err(translate)?;
        let kept = kept.into_domain()?;
        if kept.progress != self.from {
            return Err(StoreError::Conflict);
        }
        let (to, effects) = match self.moved {
            Moved::To(to, effects) => (to, effects.as_slice()),
            Moved::Unchanged => return Ok(()),
            // a staged document is no submission here
            Moved::Deleted => return Err(StoreError::Conflict),
        };
        let mut steps = vec![self.submission(to, effects)];
        steps.extend(self.receipt());
        steps.extend(self.job(to, effects));
        steps.extend(self.credit(conn, effects).await?);
        steps.extend(self.told(&kept));
        if kept.native && effects.contains(&Effect::EmitSent) {
            steps.push(self.invoice_sent(&kept));
        }
        run_steps(conn, steps).await?;
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

    /// When it moves it is no longer held. What is charged was taken by the network.
    fn submission(&self, to: &Progress, effects: &[Effect]) -> Step<'_> {
        let now = AsInstant(self.now);
        let when = |effect| effects.contains(&effect).then_some(now);
        let head = Statement::new("UPDATE submissions SET held = false, state = ")
            .value(to.state.name())
            .sql(", attempts = ")
            .value(i32::from(to.attempts))
            .sql(", doubtful = ")
            .value(to.doubtful)
            .sql(", parked = ")
            .value(to.parked)
            .sql(", updated_at = ")
            .value(now)
            .sql(", sent_at = coalesce(sent_at, ")
            .value(when(Effect::CaptureCredit))
            .sql("), delivered_at = coalesce(delivered_at, ")
            .value(when(Effect::EmitDelivered))
            .sql("), transaction_id = coalesce(")
            .value(self.transaction_id())
            .sql(", transaction_id), error = coalesce(")
            .value(self.error())
            .sql(", error)");
        let tail = Statement::new(" WHERE organization_id = ")
            .value(AsId::from(self.organization))
            .sql(" AND id = ")
            .value(AsId(self.id.0));
        Step::update(head, tail)
    }

    fn receipt(&self) -> Option<Step<'_>> {
        let AttemptOutcome::Receipt(receipt) = self.outcome else { return None };
        Some(Step::insert(NewRow {
            into: "submission_receipts (organization_id, submission_id, id, received_at, evidence)",
            values: vec![
                AsId::from(self.organization).into(),
                AsId(self.id.0).into(),
                AsId(Uuid::now_v7()).into(),
                AsInstant(self.now).into(),
                receipt.evidence.as_slice().into(),
            ],
        }))
    }

    /// The job runs again, is a dead letter, or goes; it may be gone. It stays with the worker that
    /// has just taken it.
    fn job(&self, to: &Progress, effects: &[Effect]) -> Option<Step<'_>> {
        let again = effects.iter().find_map(|effect| match effect {
            Effect::Retry(at) => Some(left("waiting", *at, self.error())),
            Effect::Park => Some(left("dead", self.now, self.error())),
            _ => None,
        });
        let found = Statement::new(" WHERE subject_id = ")
            .value(AsId(self.id.0))
            .sql(" AND kind = ")
            .value(SEND_JOB.0)
            .sql(" AND organization_id = ")
            .value(AsId::from(self.organization));
        let over = matches!(to.state, State::Sent | State::Delivered | State::Failed);
        let step = match again {
            Some(again) => Step::update(again, found),
            None if over => Step::delete(Statement::new("DELETE FROM jobs"), found),
            None => return None,
        };
        Some(step.if_there())
    }

    /// What is set aside for the submission is charged or given back, once.
    async fn credit(&self, conn: &mut Conn, effects: &[Effect]) -> Result<Vec<Step<'_>>> {
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
                Ok(vec![set_balance(self.organization, balance)?, Step::insert(line)])
            }
        }
    }

    fn told<'a>(&'a self, kept: &'a Submission) -> impl Iterator<Item = Step<'a>> {
        let (document, invoice) = (Some(kept.id.0), Some(kept.invoice.0));
        TrailKind::of_move(self.from, self.moved).into_iter().map(move |kind| {
            let number = Some(kept.number.as_str());
            let detail = self.error();
            Step::insert(line(self.organization, self.now, kind, document, invoice, number, detail))
        })
    }

    /// It may be paid or overdue by now: then it stays so.
    fn invoice_sent(&self, kept: &Submission) -> Step<'_> {
        let head = Statement::new("UPDATE invoices SET status = 'sent', version = version + 1");
        let tail = Statement::new(" WHERE status = 'issued' AND organization_id = ")
            .value(AsId::from(self.organization))
            .sql(" AND id = ")
            .value(AsId(kept.invoice.0));
        Step::update(head, tail).if_there()
    }
}
