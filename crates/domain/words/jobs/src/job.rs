use access::OrganizationId;
pub use persistence::ids::JobId;
use persistence::typed_id;
use serde::Serialize;
use std::fmt;
use time::OffsetDateTime;

/// Longest text of an error that is kept, in bytes.
pub(crate) const MAX_ERROR: usize = 1_000;

/// What a job does, for example `peppol.send`. The queue knows no kinds: those who use it do.
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
    /// For whom; none for the work of the installation.
    pub organization: Option<OrganizationId>,
    /// What it is about: the submission, the endpoint.
    pub subject: Option<SubjectId>,
    /// Put into the queue once only: when there is a job with this key, nothing is kept.
    pub key: Option<String>,
    /// Not before.
    pub run_at: OffsetDateTime,
}

/// Where a job stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum JobState {
    /// It waits for its time.
    Waiting {
        /// Not before.
        #[serde(with = "time::serde::rfc3339")]
        run_at: OffsetDateTime,
    },
    /// A worker has it.
    Running {
        /// When another may take it.
        #[serde(with = "time::serde::rfc3339")]
        until: OffsetDateTime,
    },
    /// No further attempt is made unless a person asks for it.
    Dead {
        /// Since when.
        #[serde(with = "time::serde::rfc3339")]
        since: OffsetDateTime,
    },
}

impl JobState {
    /// The names of the states.
    pub const NAMES: [&'static str; 3] = ["waiting", "running", "dead"];

    /// Its name, in the store and in lists.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            JobState::Waiting { .. } => "waiting",
            JobState::Running { .. } => "running",
            JobState::Dead { .. } => "dead",
        }
    }

    /// The time that belongs to the state.
    #[must_use]
    pub const fn at(self) -> OffsetDateTime {
        match self {
            JobState::Waiting { run_at } => run_at,
            JobState::Running { until } => until,
            JobState::Dead { since } => since,
        }
    }

    /// The state of a name and its time.
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

/// A job as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Job {
    pub id: JobId,
    /// What it does.
    pub kind: String,
    /// For whom.
    pub organization: Option<OrganizationId>,
    /// What it is about.
    pub subject: Option<SubjectId>,
    /// What keeps it from being put there twice.
    pub key: Option<String>,
    /// Where it stands.
    #[serde(flatten)]
    pub state: JobState,
    /// How often a worker took it.
    pub attempts: u32,
    /// What the last attempt said.
    pub last_error: Option<String>,
    /// When it was put there.
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
}

persistence::listed!(Job: created_at, id);

typed_id!(
    /// What a job is about: an invoice, a mail, a submission. Its kind says which.
    SubjectId,
    /// Tells one claim of a job from the next.
    ClaimToken,
);

/// A job that a worker has taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claimed {
    /// The job, running.
    pub job: Job,
    /// Proves the claim: a worker whose lease ran out holds an old one.
    pub token: ClaimToken,
}

/// What became of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JobOutcome {
    /// The job goes.
    Done,
    /// Again, not before this time.
    Again {
        /// When.
        at: OffsetDateTime,
        /// Why, for people.
        error: Option<String>,
    },
    /// It was not attempted: as it was before it was claimed, not before this time.
    PutBack {
        /// When.
        at: OffsetDateTime,
    },
    /// Not again by itself.
    Dead {
        /// Why, for people.
        error: String,
    },
}

/// An error as it is kept: its chain, bounded, without control characters.
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
