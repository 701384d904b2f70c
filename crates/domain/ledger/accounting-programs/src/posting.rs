use crate::{ItemAnswer, Link, LinkId, ProgramFailure, Subject};
use persistence::typed_id;
use time::{Duration, OffsetDateTime};

typed_id!(
    /// The id of a posting.
    PostingId
);

persistence::named! {
    /// The state of a posting.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
    pub enum PostingState {
        /// The program has not created the document yet.
        #[default]
        Pending = "pending",
        /// The program has created the document.
        Created = "created",
        /// The program has refused it.
        Failed = "failed",
    }
}

/// A document, payment or set-off on its way into an accounting program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Posting {
    /// The id of the posting.
    pub id: PostingId,
    /// The link that it is sent over.
    pub link: LinkId,
    /// The document, payment or set-off.
    pub subject: Subject,
    /// The state of the posting.
    pub state: PostingState,
    /// Whether the program may have the document without our knowledge: a request was begun and its answer was not
    /// stored.
    pub is_doubtful: bool,
    /// Since when the program works on it: it has accepted the document and not reported an outcome.
    pub taken_at: Option<OffsetDateTime>,
    /// The number of requests so far.
    pub attempts: u32,
    /// The program's id of the document.
    pub program_id: Option<String>,
    /// The program's number of the document.
    pub program_number: Option<String>,
    /// Why the program refused it, or what it warns of, in its words.
    pub note: Option<String>,
    /// When the posting was created.
    pub created_at: OffsetDateTime,
    /// When it was created or refused by the program.
    pub concluded_at: Option<OffsetDateTime>,
}

persistence::listed!(Posting: created_at, id);

/// Why a posting cannot be retried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[error("the posting is {state}: only one that the program refused is tried again", state = .0.name())]
pub struct NotRetried(pub PostingState);

/// The reason of a posting that counts as refused because the program never answered about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[error("the program gave no answer about it in {requests} requests")]
pub(crate) struct Unanswered {
    requests: u32,
}

/// The reason of a posting that counts as refused because the program accepted it and created no document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[error(
    "the program took it over and has made nothing of it in {minutes} minutes: its own list of imports says why"
)]
pub(crate) struct NotMade {
    minutes: i64,
}

/// The number of requests without an answer about a posting, or refused because of it, after which it counts as
/// refused.
const MAX_UNANSWERED: u32 = 10;

/// The maximum time a program may work on a document that it has accepted.
const WORK: Duration = Duration::minutes(15);

/// The maximum length of a stored text of a program, in characters.
const MAX_TEXT: usize = 1_000;

impl Posting {
    /// A posting that has not been sent.
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

    /// A posting for a subject that was found. A subject older than the link may already be in the program, through a
    /// link that was removed, so the program is asked first. Ids are ordered by time.
    #[must_use]
    pub fn noticed(id: PostingId, link: &Link, subject: Subject, now: OffsetDateTime) -> Self {
        let is_doubtful = subject.id < link.id.0;
        Self { is_doubtful, ..Self::new(id, link.id, subject, now) }
    }

    /// The id under which the program knows the document. It only depends on the subject.
    #[must_use]
    pub fn external_id(&self) -> String {
        self.subject.id.to_string()
    }

    /// The posting while a request is in progress, stored before the request begins.
    #[must_use]
    pub fn sending(&self) -> Self {
        let attempts = self.attempts.saturating_add(1);
        Self { is_doubtful: true, attempts, ..self.clone() }
    }

    /// The posting after a request without any answer. The request does not count as an attempt. `is_doubtful` says
    /// whether it may have been carried out all the same.
    #[must_use]
    pub fn unanswered(&self, is_doubtful: bool) -> Self {
        let attempts = self.attempts.saturating_sub(1);
        Self { is_doubtful, attempts, ..self.clone() }
    }

    /// The posting after a request for it alone failed although the program can be reached. After `MAX_UNANSWERED`
    /// of them it counts as refused, so that it does not block others.
    #[must_use]
    pub fn not_taken(&self, failure: &ProgramFailure, now: OffsetDateTime) -> Self {
        let after = Self { is_doubtful: failure.is_unclear(), ..self.clone() };
        match self.attempts >= MAX_UNANSWERED {
            true => after.refused(&failure.to_string(), now),
            false => after,
        }
    }

    /// The posting after the program was asked and does not have it. If the program has accepted it, it remains in
    /// doubt for a while.
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

    /// The posting after the program's answer about it; `None` when it gave none. After `MAX_UNANSWERED` requests
    /// without one it counts as refused.
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

    /// The posting after a person asked for a retry.
    ///
    /// # Errors
    /// [`NotRetried`].
    pub fn retried(&self) -> Result<Self, NotRetried> {
        if self.state != PostingState::Failed {
            return Err(NotRetried(self.state));
        }
        let (state, note, concluded_at) = (PostingState::Pending, None, None);
        // the program may have it under its external id, so it is asked first
        Ok(Self { state, note, concluded_at, is_doubtful: true, attempts: 0, ..self.clone() })
    }
}

/// A text of a program on one line, cut to the length that is stored.
pub(crate) fn bounded(text: &str) -> String {
    let words = text.split(|c: char| c.is_control() || c.is_whitespace());
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ").chars().take(MAX_TEXT).collect()
}

#[cfg(test)]
mod tests;
