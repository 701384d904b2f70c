//! The result of an attempt to send a report.

use time::OffsetDateTime;

/// The result of an attempt to send a report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reported {
    /// The authority has the report, or has decided on it: the job is done.
    Settled,
    /// No receipt came: retry at this time.
    Again {
        /// The time of the next attempt.
        at: OffsetDateTime,
        /// The error text, for people.
        error: String,
    },
    /// No attempt can succeed any more; the text is for people.
    Failed(String),
}
