//! Changes of an account that its owner is told about by mail, in case another person made them.

use crate::{SecondFactor, SessionId};
use access::UserId;
use jobs::{JobId, JobKind, NewJob, SubjectId};
use time::OffsetDateTime;

/// The kind of change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccountChange {
    NewPassword,
    SecondFactorOn,
    SecondFactorOff,
    /// No change: a person who knows the password sent wrong codes.
    WrongCodes,
}

impl AccountChange {
    /// The kind of the job that sends the mail.
    #[must_use]
    pub const fn job_kind(self) -> JobKind {
        JobKind(match self {
            AccountChange::NewPassword => "sign_in.new_password_mail",
            AccountChange::SecondFactorOn => "sign_in.second_factor_on_mail",
            AccountChange::SecondFactorOff => "sign_in.second_factor_off_mail",
            AccountChange::WrongCodes => "sign_in.wrong_codes_mail",
        })
    }

    /// The job that sends the mail to a user, to be stored with the change.
    #[must_use]
    pub fn job(self, id: JobId, user: UserId, now: OffsetDateTime) -> NewJob {
        let kind = self.job_kind();
        let key = Some(format!("{kind}:{id}"));
        NewJob { id, kind, organization: None, subject: Some(SubjectId(user.0)), key, run_at: now }
    }
}

/// A password change by a signed-in user.
#[derive(Clone, Copy)]
pub struct PasswordChange<'a> {
    pub user: UserId,
    /// The session in which it was made. It stays active; the user's other sessions end.
    pub here: SessionId,
    /// The PHC string that the current password was compared with.
    pub before: &'a str,
    /// The PHC string of the new password.
    pub after: &'a str,
    /// The second factor that a code was checked against, before and after the code; `None` when none is in use.
    pub factor: Option<(&'a SecondFactor, &'a SecondFactor)>,
    /// The job that sends the mail to the user.
    pub mail: &'a NewJob,
}
