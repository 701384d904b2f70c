use refusals::Refusal;
use thiserror::Error;
use time::Date;

/// What is wrong with a field of a project.
#[derive(Debug, Clone, PartialEq, Eq, Error, Refusal)]
pub(crate) enum ProjectFault {
    #[error("must not precede start_date ({start})")]
    EndBeforeStart { start: Date },
}
