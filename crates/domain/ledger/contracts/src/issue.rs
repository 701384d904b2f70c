//! The decision to issue: the period that is due, and the outcome of an attempt.

use crate::{
    CONTRACT_MAIL_JOB, Contract, ContractId, ContractState, Obstacle, Period, Problem, ProblemCode,
    Sending,
};
use access::OrganizationId;
use invoicing::{Invoice, InvoiceId};
use jobs::{JobId, JobKind, NewJob, SubjectId};
use time::{Date, OffsetDateTime};

/// The job that sends the invoice of a contract; its subject is the invoice.
pub const CONTRACT_SEND_JOB: JobKind = JobKind("contract.send");

/// The job that notifies the organization that the invoice of a contract was not sent; its subject is the invoice.
pub const CONTRACT_SEND_MAIL_JOB: JobKind = JobKind("contract.send_mail");

/// The most due periods that are invoiced without confirmation. More come from a clock that jumped or a contract that
/// was left alone: then a person decides.
const MAX_BEHIND: u32 = 12;

/// The next step of a contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Nothing is due.
    Nothing,
    /// This period is due.
    Issue(Period),
    /// More periods are due than are invoiced without confirmation; this is the first.
    TooManyDue(Period),
}

/// The invoice of a period.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PeriodInvoice {
    pub contract: ContractId,
    pub period: Period,
    pub invoice: InvoiceId,
    pub issued_at: OffsetDateTime,
    pub send: SendState,
}

/// The outcome of the send that a contract asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SendState {
    /// The contract asks for none.
    NotAsked,
    /// It waits in the queue.
    Waiting,
    /// The invoice is being sent, or was sent by another request.
    Queued,
    /// It was refused for this reason; it may be tried again.
    Refused(String),
}

impl SendState {
    /// The names of the states.
    pub const NAMES: [&'static str; 4] = ["none", "waiting", "queued", "refused"];

    /// The name in the API and in the database.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::NotAsked => "none",
            Self::Waiting => "waiting",
            Self::Queued => "queued",
            Self::Refused(_) => "refused",
        }
    }

    /// Why it was refused.
    #[must_use]
    pub fn reason(&self) -> Option<&str> {
        match self {
            Self::Refused(reason) => Some(reason),
            _ => None,
        }
    }

    /// The state of a name and its reason.
    #[must_use]
    pub fn of(name: &str, reason: Option<String>) -> Option<Self> {
        match name {
            "none" => Some(Self::NotAsked),
            "waiting" => Some(Self::Waiting),
            "queued" => Some(Self::Queued),
            "refused" => Some(Self::Refused(reason.unwrap_or_default())),
            _ => None,
        }
    }
}

/// The rows to store with the invoice of a period, in one transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PeriodIssued {
    /// The contract with its next period.
    pub after: Contract,
    pub invoice: PeriodInvoice,
    /// The job that sends it, if the contract asks for that.
    pub job: Option<NewJob>,
}

/// The rows to store when an invoice could not be issued.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stuck {
    /// The contract with its problem.
    pub after: Contract,
    /// The job that notifies the organization, once for each problem.
    pub job: Option<NewJob>,
}

impl Contract {
    /// The step on a day. A contract with a problem is tried again at [`Problem::retry_at`], which the store checks.
    #[must_use]
    pub fn step(&self, today: Date) -> Step {
        let due = self.next_period().filter(|period| period.due_on <= today);
        match due {
            Some(period) if self.state == ContractState::Active => {
                let behind = self.behind(today);
                match behind > MAX_BEHIND && !self.catching_up {
                    true => Step::TooManyDue(period),
                    false => Step::Issue(period),
                }
            }
            _ => Step::Nothing,
        }
    }

    /// The number of due periods.
    fn behind(&self, today: Date) -> u32 {
        let ahead = today.next_day().and_then(|day| self.schedule.first_due_from(day));
        let due = ahead.map_or(u32::MAX, |ahead| ahead.saturating_sub(self.next));
        match self.end_date {
            None => due,
            Some(_) => (0..due.min(MAX_BEHIND + 1))
                .take_while(|n| self.period_within(self.next.saturating_add(*n)).is_some())
                .map(|_| 1)
                .sum(),
        }
    }

    /// Whether a person has to decide about many periods.
    pub(crate) fn is_too_far_behind(&self) -> bool {
        self.problem.as_ref().is_some_and(|problem| problem.code == ProblemCode::TooManyDue)
    }

    /// The decision once the invoice of a period is numbered. `job` is the id of a job.
    #[must_use]
    pub fn issued(&self, period: &Period, invoice: &Invoice, job: JobId) -> PeriodIssued {
        let (invoice, now) = (invoice.id, invoice.created_at);
        let next = period.number.saturating_add(1);
        let due = |contract: &Self| {
            contract.next_period().is_some_and(|next| next.due_on <= service_day::date(now))
        };
        let mut after = self.next_version().going_on_with(next);
        after.catching_up = self.catching_up && due(&after);
        let sends = self.send == Sending::Peppol;
        let send = if sends { SendState::Waiting } else { SendState::NotAsked };
        PeriodIssued {
            invoice: PeriodInvoice {
                contract: self.id,
                period: *period,
                invoice,
                issued_at: now,
                send,
            },
            job: sends.then(|| NewJob {
                id: job,
                kind: CONTRACT_SEND_JOB,
                organization: Some(self.organization),
                subject: Some(SubjectId(invoice.0)),
                key: Some(format!("contract-send:{invoice}")),
                run_at: now,
            }),
            after,
        }
    }

    /// The decision when the invoice of a period cannot be issued.
    #[must_use]
    pub fn stuck(
        &self,
        period: &Period,
        obstacle: &Obstacle,
        job: JobId,
        now: OffsetDateTime,
    ) -> Stuck {
        let said = (obstacle.code, &*obstacle.message);
        let problem = Problem::after(self.problem.as_ref(), said, period.first, now);
        let tells = problem.is_new(self.problem.as_ref());
        let job = tells.then(|| NewJob {
            id: job,
            kind: CONTRACT_MAIL_JOB,
            organization: Some(self.organization),
            subject: Some(SubjectId(self.id.0)),
            key: Some(format!(
                "contract-mail:{}:{}:{}",
                self.id,
                period.first,
                problem.code.name()
            )),
            run_at: now,
        });
        Stuck { after: Self { problem: Some(problem), ..self.next_version() }, job }
    }
}

impl PeriodInvoice {
    /// The job that notifies the organization that it was not sent, once for each invoice.
    #[must_use]
    pub fn refused_mail(&self, of: OrganizationId, id: JobId, now: OffsetDateTime) -> NewJob {
        NewJob {
            id,
            kind: CONTRACT_SEND_MAIL_JOB,
            organization: Some(of),
            subject: Some(SubjectId(self.invoice.0)),
            key: Some(format!("contract-send-mail:{}", self.invoice)),
            run_at: now,
        }
    }
}
