//! What is left to do for a report.

use time::OffsetDateTime;

/// What became of an attempt to report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reported {
    /// The authority has the report, or has decided: the job can go.
    Settled,
    /// No receipt came: again then.
    Again {
        /// When.
        at: OffsetDateTime,
        /// Why, for people.
        error: String,
    },
    /// No attempt can succeed any more, for people to see.
    Failed(String),
}
