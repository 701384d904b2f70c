use crate::Refusal;
use thiserror::Error;

/// The faults that every field can have, whatever it means.
#[derive(Debug, Clone, PartialEq, Eq, Error, Refusal)]
pub enum FieldFault {
    /// The field is missing.
    #[error("is required")]
    Required,
    /// The text has no characters.
    #[error("must not be empty")]
    Empty,
    /// The text is too long.
    #[error("has {length} characters, at most {most} are allowed")]
    TooLong {
        /// The number of its characters.
        length: usize,
        /// The largest allowed number of characters.
        most: usize,
    },
    /// A text of one line contains tabs, line breaks or other control characters.
    #[error("must not contain control characters")]
    ControlCharacters,
    /// The same member or parameter appears twice.
    #[error("is given more than once")]
    Twice,
    /// The number is out of its range.
    #[error("must be between {least} and {most}")]
    OutOfRange {
        /// The smallest allowed number.
        least: u32,
        /// The largest allowed number.
        most: u32,
    },
    /// The number must be greater than zero and is not.
    #[error("must be greater than zero")]
    NotAboveZero,
    /// The number is negative and must not be.
    #[error("must not be negative")]
    Negative,
    /// The text is none of a closed set of names.
    #[error("must be one of {names}")]
    NotOneOf {
        /// The names of the set, separated by commas.
        names: String,
    },
    /// The text is not a UUID.
    #[error("must be a UUID")]
    NotAUuid,
    /// The value is neither true nor false.
    #[error("must be true or false")]
    NotABoolean,
    /// A path, a query or a body cannot be parsed.
    #[error("cannot be read: {cause}")]
    Unreadable {
        /// The message of the parser, in English.
        cause: String,
    },
    /// The field names a record that this organization does not have.
    #[error("does not exist")]
    Missing,
    /// The field names a record that is archived.
    #[error("is archived")]
    Archived,
}
