#![doc = include_str!("../README.md")]
#![deny(clippy::disallowed_methods)]

mod decide;
mod email;
mod outcome;
mod ports;
mod recipient;
mod schedule;

pub use decide::{
    Correspondence, MailMoment, Mailing, NothingOwed, Outcome, QueuedEmail, REPEAT_AFTER,
    RecentEmail, Refused, may_be_mailed,
};
pub use email::{EMAIL_JOB, EmailId, EmailKind, EmailRecord, EmailState, NewEmail};
pub use outcome::EmailEnd;
pub use ports::{EmailError, EmailStore, ReminderDue};
pub use recipient::{NoRecipient, Recipients, recipient};
pub use schedule::{
    GRACE_DAYS, MAX_REMINDER_DAY, MAX_REMINDERS, REMINDER_HOURS, ReminderSettings,
    ReminderSettingsError,
};

refusals::list![Refused, NothingOwed, NoRecipient, ReminderSettingsError,];
