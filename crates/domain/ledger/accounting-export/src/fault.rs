use refusals::Refusal;
use thiserror::Error;

/// Why the period of an export is refused.
#[derive(Debug, Clone, PartialEq, Eq, Error, Refusal)]
#[refusal("export_period")]
pub(crate) enum PeriodFault {
    #[error("must not lie before from")]
    Order,
    #[error("must be at most {most} days after from")]
    TooLong { most: i64 },
}

/// Why an export was not made.
#[derive(Debug, Clone, PartialEq, Eq, Error, Refusal)]
#[refusal("export")]
pub enum ExportFault {
    /// An attempt at a step failed too often.
    #[error("it could not be made: ask for a new one")]
    Failed,
    /// Its files exceed the maximum size.
    #[error("the files are too large: choose a shorter period")]
    TooLarge,
    /// The period has more documents than an export may have.
    #[error("there are more than {most} documents: choose a shorter period")]
    TooMany {
        /// The maximum number.
        most: u64,
    },
}
