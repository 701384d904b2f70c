use crate::{ItemAnswer, Link, LinkId, ProgramFailure, Subject};
use persistence::typed_id;
use time::{Duration, OffsetDateTime};

typed_id!(
    /// The id of a posting.
    PostingId
);

persistence::named! {
    /// How far a posting is.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub enum PostingState {
        /// The program has no document of it yet.
        #[default]
        Pending = "pending",
        /// The program has made a document of it.
        Created = "created",
        /// The program has refused it.
        Failed = "failed",
    }
}

/// One thing on its way into an accounting program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Posting {
    /// The id of the posting.
    pub id: PostingId,
    /// The link by which it goes.
    pub link: LinkId,
    /// What it is of.
    pub subject: Subject,
    /// How far it is.
    pub state: PostingState,
    /// Whether the program may have it without our knowing: a request was begun and its answer not stored.
    pub is_doubtful: bool,
    /// Since when the program works on it: it has taken it over, and has not said what became of it.
    pub taken_at: Option<OffsetDateTime>,
    /// Requests so far.
    pub attempts: u32,
    /// The program's own id of the document.
    pub program_id: Option<String>,
    /// The program's own number of the document.
    pub program_number: Option<String>,
    /// The program's own words: why it refused it, or what it warns of.
    pub note: Option<String>,
    /// When it was noticed.
    pub created_at: OffsetDateTime,
    /// When the program answered.
    pub concluded_at: Option<OffsetDateTime>,
}

persistence::listed!(Posting: created_at, id);

/// Why a posting is not tried again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[error("the posting is {state}: only one that the program refused is tried again", state = .0.name())]
pub struct NotRetried(pub PostingState);

/// Why a posting counts as refused about which the program says nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[error("the program gave no answer about it in {requests} requests")]
pub(crate) struct Unanswered {
    requests: u32,
}

/// Why a posting counts as refused that the program took over and of which it has nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[error(
    "the program took it over and has made nothing of it in {minutes} minutes: its own list of imports says why"
)]
pub(crate) struct NotMade {
    minutes: i64,
}

/// Requests without an answer about a posting, or that were refused because of it, after which it counts as refused.
const MAX_UNANSWERED: u32 = 10;

/// How long a program works on what it has taken over, at most.
const WORK: Duration = Duration::minutes(15);

/// Longest text of a program that is stored, in characters.
const MAX_TEXT: usize = 1_000;

impl Posting {
    /// A posting that nothing was done about yet.
    #[must_use]
    pub const fn new(
        id: PostingId,
        link: LinkId,
        subject: Subject,
        created_at: OffsetDateTime,
    ) -> Self {
        Self {
            id,
            link,
            subject,
            state: PostingState::Pending,
            is_doubtful: false,
            taken_at: None,
            attempts: 0,
            program_id: None,
            program_number: None,
            note: None,
            created_at,
            concluded_at: None,
        }
    }

    /// A posting of what was noticed for a link. What is older than the link may be in the program already, by a link that
    /// was removed: the program is asked first. Ids are made in the order of time.
    #[must_use]
    pub fn noticed(id: PostingId, link: &Link, subject: Subject, now: OffsetDateTime) -> Self {
        let is_doubtful = subject.id < link.id.0;
        Self { is_doubtful, ..Self::new(id, link.id, subject, now) }
    }

    /// The id under which the program knows it. The same thing has always the same one.
    #[must_use]
    pub fn external_id(&self) -> String {
        self.subject.id.to_string()
    }

    /// The posting while a request is under way: it is stored before the request begins.
    #[must_use]
    pub fn sending(&self) -> Self {
        let attempts = self.attempts.saturating_add(1);
        Self { is_doubtful: true, attempts, ..self.clone() }
    }

    /// The posting after a request that brought no answer about anything. It counts as none; whether the program may have
    /// the document stays in doubt when the request may have been carried out.
    #[must_use]
    pub fn unanswered(&self, is_doubtful: bool) -> Self {
        let attempts = self.attempts.saturating_sub(1);
        Self { is_doubtful, attempts, ..self.clone() }
    }

    /// The posting after a request about it alone that failed although the program is there: after some it counts as
    /// refused, so that it holds up no others.
    #[must_use]
    pub fn not_taken(&self, failure: &ProgramFailure, now: OffsetDateTime) -> Self {
        let after = Self { is_doubtful: failure.is_unclear(), ..self.clone() };
        match self.attempts >= MAX_UNANSWERED {
            true => after.refused(&failure.to_string(), now),
            false => after,
        }
    }

    /// The posting after the program looked for it and has none. One that it works on stays in doubt for a while.
    #[must_use]
    pub fn not_found(&self, now: OffsetDateTime) -> Self {
        let known = Self { is_doubtful: false, ..self.clone() };
        match self.taken_at {
            None => known,
            Some(taken) if now - taken < WORK => self.clone(),
            Some(_) => known.refused(&NotMade { minutes: WORK.whole_minutes() }.to_string(), now),
        }
    }

    fn refused(self, reason: &str, now: OffsetDateTime) -> Self {
        let (state, note, concluded_at) = (PostingState::Failed, Some(bounded(reason)), Some(now));
        Self { state, note, concluded_at, taken_at: None, ..self }
    }

    /// The posting after an answer: what the program said of it, or nothing. Of what it says nothing again and again
    /// it has no document.
    #[must_use]
    pub fn answered(&self, answer: Option<&ItemAnswer>, now: OffsetDateTime) -> Self {
        let unanswered =
            || ItemAnswer::Refused { reason: Unanswered { requests: MAX_UNANSWERED }.to_string() };
        let given_up = (self.attempts >= MAX_UNANSWERED).then(unanswered);
        let Some(answer) = answer.or(given_up.as_ref()) else { return self.clone() };
        let known = Self { is_doubtful: false, ..self.clone() };
        match answer {
            ItemAnswer::Created { id, number, note } => Self {
                state: PostingState::Created,
                program_id: id.as_deref().map(bounded),
                program_number: number.as_deref().map(bounded),
                note: note.as_deref().map(bounded),
                concluded_at: Some(now),
                taken_at: None,
                ..known
            },
            ItemAnswer::Refused { reason } => known.refused(reason, now),
            ItemAnswer::Taken => Self { taken_at: Some(now), is_doubtful: true, ..known },
        }
    }

    /// The posting when a person has it tried again.
    ///
    /// # Errors
    /// [`NotRetried`].
    pub fn retried(&self) -> Result<Self, NotRetried> {
        if self.state != PostingState::Failed {
            return Err(NotRetried(self.state));
        }
        let (state, note, concluded_at) = (PostingState::Pending, None, None);
        // it may be there under its external id: the program is asked first
        Ok(Self { state, note, concluded_at, is_doubtful: true, attempts: 0, ..self.clone() })
    }
}

/// A text of a program in one line, cut to what is stored.
pub(crate) fn bounded(text: &str) -> String {
    let words = text.split(|c: char| c.is_control() || c.is_whitespace());
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ").chars().take(MAX_TEXT).collect()
}

#[cfg(test)]
mod tests;
