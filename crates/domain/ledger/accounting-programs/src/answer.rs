use crate::PostingId;

/// Largest answer of a program that is read, in bytes.
pub const MAX_ANSWER: usize = 4 * 1024 * 1024;

/// What a program says of one document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ItemAnswer {
    /// It has the document, made now or before.
    Created {
        /// Its own id of it, when it says one.
        id: Option<String>,
        /// Its own number of it.
        number: Option<String>,
        /// What it warns of.
        note: Option<String>,
    },
    /// It takes the document under no circumstances that a retry changes.
    Refused {
        /// Its own words.
        reason: String,
    },
    /// It has taken the document over and works on it: what becomes of it is found by its external id.
    Taken,
}

/// What a program answered about a posting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered {
    /// Which posting.
    pub posting: PostingId,
    /// What it said.
    pub answer: ItemAnswer,
}

/// What a program says of itself when the connection is tested.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ProgramInfo {
    /// The company whose books are open, as the program calls it.
    pub company: Option<String>,
    /// The IČO of that company.
    pub ico: Option<String>,
}

/// Why a request brought no answer about any document: the program is tried again later.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[refusal("program")]
pub enum ProgramFailure {
    /// The request did not get there: nothing of it can have been done.
    #[error("{0}")]
    #[refusal(internal)]
    NotReached(String),
    /// The request may have been carried out: the connection broke, the time was over, or the answer is of no use.
    #[error("{0}")]
    #[refusal(internal)]
    Unclear(String),
    /// The program is there and refuses the request as a whole, in its own words: nothing of it was done.
    #[error("{0}")]
    #[refusal(internal)]
    Refused(String),
    /// The program refuses the user name, the password or the key.
    #[error("the program refuses the access: {cause}", cause = .0)]
    Denied(String),
}

impl ProgramFailure {
    /// Whether the program may have carried the request out.
    #[must_use]
    pub const fn is_unclear(&self) -> bool {
        matches!(self, ProgramFailure::Unclear(_))
    }
}
