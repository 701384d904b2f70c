use super::super::job::{Ended, JobFailure};
use use_cases::OrganizationMailError;

/// How an attempt to mail an organization ended.
pub(super) fn ended(sent: Result<(), OrganizationMailError>) -> Result<Ended, JobFailure> {
    match sent {
        Ok(()) => Ok(Ended::Done),
        Err(error) => Err(JobFailure { is_final: error.is_final(), error: error.into() }),
    }
}
