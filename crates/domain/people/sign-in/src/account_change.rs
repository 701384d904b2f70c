//! A change of an account that its owner learns of by mail, should somebody else have made it.

use crate::{SecondFactor, SessionId};
use access::UserId;
use jobs::{JobId, JobKind, NewJob, SubjectId};
use time::OffsetDateTime;

/// What was changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccountChange {
    NewPassword,
    SecondFactorOn,
    SecondFactorOff,
    /// Nothing was: somebody who knows the password sent wrong codes.
    WrongCodes,
}

impl AccountChange {
    /// The kind of the job that tells it.
    #[must_use]
    pub const fn job_kind(self) -> JobKind {
        JobKind(match self {
            AccountChange::NewPassword => "sign_in.new_password_mail",
            AccountChange::SecondFactorOn => "sign_in.second_factor_on_mail",
            AccountChange::SecondFactorOff => "sign_in.second_factor_off_mail",
            AccountChange::WrongCodes => "sign_in.wrong_codes_mail",
        })
    }

    /// The job that tells it to a user, kept with the change.
    #[must_use]
    pub fn job(self, id: JobId, user: UserId, now: OffsetDateTime) -> NewJob {
        let kind = self.job_kind();
        let key = Some(format!("{kind}:{id}"));
        NewJob { id, kind, organization: None, subject: Some(SubjectId(user.0)), key, run_at: now }
    }
}

/// A password that its owner changed while signed in.
#[derive(Clone, Copy)]
pub struct PasswordChange<'a> {
    pub user: UserId,
    /// The session in which they did. It stays, the others end.
    pub here: SessionId,
    /// The hash that the password until now was compared with.
    pub before: &'a str,
    /// The hash of the new one.
    pub after: &'a str,
    /// The second factor that a code was checked by, and what the code makes of it; none where none is in use.
    pub factor: Option<(&'a SecondFactor, &'a SecondFactor)>,
    /// The job that writes to them.
    pub mail: &'a NewJob,
}
