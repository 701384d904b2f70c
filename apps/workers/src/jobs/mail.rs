use super::super::job::{Ended, JobFailure};
use use_cases::ledger::unsent_mail::UnsentMail;

/// The outcome of an attempt to send a mail of the service.
pub(super) fn ended(sent: Result<(), UnsentMail>) -> Result<Ended, JobFailure> {
    match sent {
        Ok(()) => Ok(Ended::Done),
        Err(error) => Err(JobFailure { is_final: error.is_final(), error: error.into() }),
    }
}
