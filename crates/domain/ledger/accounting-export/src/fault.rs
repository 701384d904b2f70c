use refusals::Refusal;
use thiserror::Error;

/// What is wrong with the period of an export.
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
    /// Its steps failed, again and again.
    #[error("it could not be made: ask for a new one")]
    Failed,
    /// Its parts have more bytes than are kept.
    #[error("the files are too large: choose a shorter period")]
    TooLarge,
    /// The period has more documents than an export.
    #[error("there are more than {most} documents: choose a shorter period")]
    TooMany {
        /// What it may have.
        most: u64,
    },
}
