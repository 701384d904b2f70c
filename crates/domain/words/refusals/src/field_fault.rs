use crate::Refusal;
use thiserror::Error;

/// What can be wrong with any field, whatever it means.
#[derive(Debug, Clone, PartialEq, Eq, Error, Refusal)]
pub enum FieldFault {
    /// It is left out.
    #[error("is required")]
    Required,
    /// A text without characters.
    #[error("must not be empty")]
    Empty,
    /// A text of too many characters.
    #[error("has {length} characters, at most {most} are allowed")]
    TooLong {
        /// What it has.
        length: usize,
        /// What it may have.
        most: usize,
    },
    /// A text of one line with tabs, line breaks and the like.
    #[error("must not contain control characters")]
    ControlCharacters,
    /// The same member or parameter twice.
    #[error("is given more than once")]
    Twice,
    /// A number out of its range.
    #[error("must be between {least} and {most}")]
    OutOfRange {
        /// The smallest that is allowed.
        least: u32,
        /// The largest that is allowed.
        most: u32,
    },
    /// A number that must be above zero.
    #[error("must be greater than zero")]
    NotAboveZero,
    /// A number below zero.
    #[error("must not be negative")]
    Negative,
    /// None of a closed set of names.
    #[error("must be one of {names}")]
    NotOneOf {
        /// The set, with commas between its names.
        names: String,
    },
    /// No UUID.
    #[error("must be a UUID")]
    NotAUuid,
    /// Neither true nor false.
    #[error("must be true or false")]
    NotABoolean,
    /// A place, a query or a body that cannot be taken apart.
    #[error("cannot be read: {cause}")]
    Unreadable {
        /// What the reader says.
        cause: String,
    },
    /// It names a record that this organization does not have.
    #[error("does not exist")]
    Missing,
    /// It names a record that is out of use.
    #[error("is archived")]
    Archived,
}
