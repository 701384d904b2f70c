use crate::PostingId;

/// The maximum size of an answer that is read, in bytes.
pub const MAX_ANSWER: usize = 4 * 1024 * 1024;

/// The answer of a program about one document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ItemAnswer {
    /// The program has the document, which it created now or before.
    Created {
        /// The program's id of the document, if it reports one.
        id: Option<String>,
        /// The program's number of the document.
        number: Option<String>,
        /// A warning of the program.
        note: Option<String>,
    },
    /// The program refuses the document, and a retry would not change that.
    Refused {
        /// The reason in the program's words.
        reason: String,
    },
    /// The program has taken the document over and works on it. The outcome is looked up later by its external id.
    Taken,
}

/// The answer of a program about one posting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Answered {
    /// The id of the posting.
    pub posting: PostingId,
    /// The answer about it.
    pub answer: ItemAnswer,
}

/// What a program reports when the connection is tested.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ProgramInfo {
    /// The name of the company whose books are open.
    pub company: Option<String>,
    /// The IČO of that company.
    pub ico: Option<String>,
}

/// Why a request brought no answer about any document. It is retried later.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[refusal("program")]
pub enum ProgramFailure {
    /// The request did not reach the program, so it cannot have been carried out.
    #[error("{0}")]
    #[refusal(internal)]
    NotReached(String),
    /// The request may have been carried out: the connection broke, it timed out, or the answer cannot be used.
    #[error("{0}")]
    #[refusal(internal)]
    Unclear(String),
    /// The program refuses the whole request, for a reason in its words, and has done none of it.
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
