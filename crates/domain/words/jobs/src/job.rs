use access::OrganizationId;
pub use persistence::ids::JobId;
use persistence::typed_id;
use serde::Serialize;
use std::fmt;
use time::OffsetDateTime;

/// Longest stored text of an error, in bytes.
pub(crate) const MAX_ERROR: usize = 1_000;

/// What a job does, for example `peppol.send`. The queue itself does not interpret it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct JobKind(pub &'static str);

impl fmt::Display for JobKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// A job to put into the queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewJob {
    pub id: JobId,
    /// What it does.
    pub kind: JobKind,
    /// The organization it is for; `None` for the work of the installation.
    pub organization: Option<OrganizationId>,
    /// The id of what it works on, for example a submission or an endpoint.
    pub subject: Option<SubjectId>,
    /// Makes the job unique: when a job with this key exists, this one is not stored.
    pub key: Option<String>,
    /// The earliest time of the first attempt.
    pub run_at: OffsetDateTime,
}

impl NewJob {
    /// A job of an organization about a record, without a key.
    #[must_use]
    pub const fn about(
        (organization, subject): (OrganizationId, SubjectId),
        id: JobId,
        kind: JobKind,
        run_at: OffsetDateTime,
    ) -> Self {
        Self {
            id,
            kind,
            organization: Some(organization),
            subject: Some(subject),
            key: None,
            run_at,
        }
    }
}

/// The state of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum JobState {
    /// It waits for its time.
    Waiting {
        /// The earliest time of the next attempt.
        #[serde(with = "time::serde::rfc3339")]
        run_at: OffsetDateTime,
    },
    /// A worker has it.
    Running {
        /// When its lease ends and another worker may take it.
        #[serde(with = "time::serde::rfc3339")]
        until: OffsetDateTime,
    },
    /// No further attempt is made unless a person asks for it.
    Dead {
        /// The time of the failure that ended it.
        #[serde(with = "time::serde::rfc3339")]
        since: OffsetDateTime,
    },
}

impl JobState {
    /// The names of the states.
    pub const NAMES: [&'static str; 3] = ["waiting", "running", "dead"];

    /// The state's name, in the store and in lists.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            JobState::Waiting { .. } => "waiting",
            JobState::Running { .. } => "running",
            JobState::Dead { .. } => "dead",
        }
    }

    /// The time that belongs to the state: `run_at`, `until` or `since`.
    #[must_use]
    pub const fn at(self) -> OffsetDateTime {
        match self {
            JobState::Waiting { run_at } => run_at,
            JobState::Running { until } => until,
            JobState::Dead { since } => since,
        }
    }

    /// The state with this name and time; `None` for an unknown name.
    #[must_use]
    pub fn of(name: &str, at: OffsetDateTime) -> Option<Self> {
        match name {
            "waiting" => Some(JobState::Waiting { run_at: at }),
            "running" => Some(JobState::Running { until: at }),
            "dead" => Some(JobState::Dead { since: at }),
            _ => None,
        }
    }
}

/// A job as it is stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Job {
    pub id: JobId,
    /// What it does: the text of its [`JobKind`].
    pub kind: String,
    /// The organization it is for; `None` for the work of the installation.
    pub organization: Option<OrganizationId>,
    /// The id of what it works on.
    pub subject: Option<SubjectId>,
    /// The key that makes it unique, if it has one.
    pub key: Option<String>,
    /// Its state.
    #[serde(flatten)]
    pub state: JobState,
    /// How many attempts workers have begun.
    pub attempts: u32,
    /// The error of the last attempt that failed ([`error_text`]).
    pub last_error: Option<String>,
    /// When it was put into the queue.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
}

persistence::listed!(Job: created_at, id);

typed_id!(
    /// What a job is about: an invoice, a mail, a submission. Its kind says which.
    SubjectId,
    /// Identifies one claim of a job, and so tells it from a later claim.
    ClaimToken,
);

/// A job that a worker has taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claimed {
    /// The job, running.
    pub job: Job,
    /// Identifies the claim. A worker whose lease has expired holds an outdated one.
    pub token: ClaimToken,
}

/// How an attempt ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JobOutcome {
    /// It succeeded: the job is deleted.
    Done,
    /// It is retried, not before this time.
    Again {
        /// The earliest time of the next attempt.
        at: OffsetDateTime,
        /// The reason, for people.
        error: Option<String>,
    },
    /// It was not attempted: the job is as it was before the claim, and is taken again at this time or later.
    PutBack {
        /// The earliest time of the next attempt.
        at: OffsetDateTime,
    },
    /// It failed for good: there is no automatic retry.
    Dead {
        /// The reason, for people.
        error: String,
    },
}

/// The text of an error as it is stored: with its causes, at most 1,000 bytes, without control characters.
#[must_use]
pub fn error_text(error: &(dyn std::error::Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text.push_str(": ");
        text.push_str(&cause.to_string());
        source = cause.source();
    }
    let mut end = MAX_ERROR.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.truncate(end);
    text.replace(char::is_control, " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_read_back() {
        let at = OffsetDateTime::UNIX_EPOCH;
        for name in JobState::NAMES {
            let state = JobState::of(name, at).expect(name);
            assert_eq!((state.name(), state.at()), (name, at));
        }
        assert_eq!(JobState::of("done", at), None);
    }

    #[test]
    fn an_error_is_its_chain_bounded() {
        let error = std::io::Error::other("line\n".repeat(1_000));
        let text = error_text(&error);
        assert!(text.len() <= MAX_ERROR && !text.contains('\n'), "{text}");
    }
}
