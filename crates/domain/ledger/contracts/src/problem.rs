use jobs::{Backoff, Jitter, JobKind};
use serde::{Deserialize, Serialize};
use service_day::iso_date;
use time::{Date, Duration, OffsetDateTime};

/// The job that notifies the organization of a contract whose invoice cannot be issued; its subject is the contract.
pub const CONTRACT_MAIL_JOB: JobKind = JobKind("contract.problem_mail");

/// Longest message that is kept, in characters.
const MAX_MESSAGE: usize = 500;

/// The pauses between attempts. After a correction there is no wait: a change of the contract and `resume` try at once.
const RETRIES: Backoff =
    Backoff { first: Duration::minutes(5), longest: Duration::hours(6), attempts: u32::MAX };

/// The longest pause of any problem. A contract that waits longer does so because the clock was set back.
pub const LONGEST_WAIT: Duration = Duration::hours(12);

persistence::named! {
    /// Why the invoice of a period is missing.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum ProblemCode {
        /// The customer was retired.
        CustomerRetired = "customer_retired",
        /// The account that the contract names was retired, or is in another currency.
        BankAccount = "bank_account",
        /// The central bank's rate is not known.
        RateMissing = "rate_missing",
        /// Its number is taken.
        Series = "series",
        /// The organization's plan does not allow it.
        PlanLimit = "plan_limit",
        /// Too many periods are due: a person has to decide.
        TooManyDue = "too_many_due",
        /// The rules of invoices refuse it.
        Invalid = "invalid",
        /// It could not be stored.
        Storage = "storage",
    }
}

/// The problem that keeps a contract's next invoice from being issued.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Problem {
    pub code: ProblemCode,
    /// For people.
    pub message: String,
    /// The first day of the period that it is about.
    #[serde(with = "iso_date")]
    pub period: Date,
    /// The time of the first attempt with it.
    #[serde(with = "time::serde::rfc3339")]
    pub since: OffsetDateTime,
    /// The number of attempts.
    pub attempts: u32,
    /// When it is tried again.
    #[serde(with = "time::serde::rfc3339")]
    pub retry_at: OffsetDateTime,
}

impl Problem {
    /// The problem after another attempt that ended so.
    pub(crate) fn after(
        before: Option<&Self>,
        (code, message): (ProblemCode, &str),
        period: Date,
        now: OffsetDateTime,
    ) -> Self {
        let same = before.filter(|known| known.code == code && known.period == period);
        let attempts = same.map_or(0, |known| known.attempts).saturating_add(1);
        let retry_at = RETRIES.next(attempts, now, Jitter::default()).unwrap_or(now);
        Self {
            code,
            message: message.chars().take(MAX_MESSAGE).collect(),
            period,
            since: same.map_or(now, |known| known.since),
            attempts,
            retry_at,
        }
    }

    /// Whether it differs from the one before: then the organization gets a mail.
    pub(crate) fn is_new(&self, before: Option<&Self>) -> bool {
        before.is_none_or(|known| (known.code, known.period) != (self.code, self.period))
    }
}
