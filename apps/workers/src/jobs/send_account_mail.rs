use super::{
    super::job::{Ended, Job, JobFailure},
    mail::ended,
};
use access::UserId;
use jobs::{JobId, JobKind};
use runtime::wiring::App;
use sign_in::AccountChange;
use use_cases::people::sign_in::send_changed_mail;

macro_rules! account_mails {
    ($($name:ident tells $change:ident),+ $(,)?) => { $(
        /// Sends a person the mail about a change of their account. A repeated attempt sends the same mail.
        pub struct $name(UserId, JobId);

        impl Job for $name {
            const KIND: JobKind = AccountChange::$change.job_kind();

            fn read(row: &jobs::Job) -> Option<Self> {
                row.subject.map(|user| Self(UserId(user.0), row.id))
            }

            async fn run(self, app: &App) -> Result<Ended, JobFailure> {
                ended(send_changed_mail(app, AccountChange::$change, (self.0, self.1)).await)
            }
        }
    )+ };
}

account_mails! {
    SendNewPasswordMail tells NewPassword,
    SendSecondFactorOnMail tells SecondFactorOn,
    SendSecondFactorOffMail tells SecondFactorOff,
    SendWrongCodesMail tells WrongCodes,
}
