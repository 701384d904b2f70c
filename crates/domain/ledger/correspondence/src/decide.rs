//! Whether a mail goes out: the blockers, and not twice within ten minutes (Limits, "Reminder repeat").

use crate::{EMAIL_JOB, EmailId, EmailKind, NewEmail};
use access::{OrganizationId, Tier};
use invoicing::{
    AnyInvoice,
    recording::InvoiceContent,
    states::{Standing, TransitionRefused, Trigger},
};
use jobs::{JobId, NewJob, SubjectId};
use languages::Language;
use notifications::Address;
use time::{Duration, OffsetDateTime};

/// A second mail is not sent within this time.
pub const REPEAT_AFTER: Duration = Duration::minutes(10);

/// A requested mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mailing {
    pub kind: EmailKind,
    pub tier: Tier,
    pub recipient: Address,
    pub language: Language,
    pub with_xml: bool,
    /// For an automatic reminder, the day of the schedule.
    pub step: Option<u16>,
    /// Mails that the organization may send a day.
    pub a_day: u32,
}

/// When, and with which ids, a mail is decided on.
#[derive(Debug, Clone, Copy)]
pub struct MailMoment {
    pub id: EmailId,
    pub job: JobId,
    pub now: OffsetDateTime,
}

/// A mail of the last [`REPEAT_AFTER`] that did not fail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecentEmail {
    pub kind: EmailKind,
    pub recipient: String,
    pub at: OffsetDateTime,
}

/// The facts about an invoice and its mail of one tier, read under the invoice's lock.
#[derive(Debug, Clone, PartialEq)]
pub struct Correspondence {
    pub invoice: AnyInvoice,
    /// The mails since [`REPEAT_AFTER`] ago.
    pub recent: Vec<RecentEmail>,
    /// The days of the automatic reminders so far, including failed ones.
    pub steps: Vec<u16>,
    /// The number of mails that the organization requested in the last day.
    pub mails_of_day: u64,
}

/// A mail to send, to be stored in one transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueuedEmail {
    pub email: NewEmail,
    /// The job that sends it.
    pub job: NewJob,
}

/// The decision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// It is sent.
    Queued(Box<QueuedEmail>),
    /// A mail was sent a short while ago, so none is sent now (`sent: false`).
    Recent(RecentEmail),
    /// There has been an automatic reminder of this day or of a later one.
    Done,
}

/// Why a document has no outstanding amount to remind of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
pub enum NothingOwed {
    /// It lowers what is owed.
    #[error("a credit note is not paid")]
    CreditNote,
    /// The organization owes it.
    #[error("a self-billed invoice is paid by the organization itself")]
    SelfBilled,
}

/// Why a mail cannot go out.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[refusal("mail")]
pub enum Refused {
    /// 400: the status does not allow it: the invoice is not issued yet, cancelled, or nothing is outstanding.
    #[error(transparent)]
    Status(#[from] TransitionRefused),
    /// 400: there is nothing to remind of.
    #[error("{why}: there is nothing to remind of", why = .0)]
    NothingOwed(NothingOwed),
    /// 403 `PLAN_LIMIT_REACHED`.
    #[error("the plan allows {most} mails a day", most = .0)]
    TooMany(u32),
}

impl Correspondence {
    /// The decision on a mail.
    ///
    /// # Errors
    /// [`Refused`].
    pub fn decide(&self, mailing: &Mailing, moment: MailMoment) -> Result<Outcome, Refused> {
        may_be_mailed(mailing.kind, &self.invoice)?;
        if mailing.step.is_some_and(|step| self.steps.iter().any(|done| *done >= step)) {
            return Ok(Outcome::Done);
        }
        if let Some(recent) = self.recent(mailing, moment.now) {
            return Ok(Outcome::Recent(recent.clone()));
        }
        if self.mails_of_day >= u64::from(mailing.a_day) {
            return Err(Refused::TooMany(mailing.a_day));
        }
        let organization = self.invoice.organization;
        let email = self.email(mailing, moment);
        Ok(Outcome::Queued(Box::new(QueuedEmail { job: job(organization, &email, moment), email })))
    }

    /// The mail that this one would repeat: any reminder, or the invoice to the same address.
    fn recent(&self, mailing: &Mailing, now: OffsetDateTime) -> Option<&RecentEmail> {
        let is_same = |recent: &&RecentEmail| {
            recent.kind == mailing.kind
                && (mailing.kind == EmailKind::Reminder
                    || recent.recipient.eq_ignore_ascii_case(mailing.recipient.as_str()))
        };
        let within = |recent: &&RecentEmail| now - recent.at < REPEAT_AFTER;
        self.recent.iter().filter(is_same).filter(within).max_by_key(|recent| recent.at)
    }

    fn email(&self, mailing: &Mailing, moment: MailMoment) -> NewEmail {
        NewEmail {
            id: moment.id,
            invoice: self.invoice.id,
            kind: mailing.kind,
            tier: mailing.tier,
            recipient: mailing.recipient.as_str().to_owned(),
            language: mailing.language,
            with_xml: mailing.with_xml,
            step: mailing.step,
            created_at: moment.now,
        }
    }
}

fn job(organization: OrganizationId, email: &NewEmail, moment: MailMoment) -> NewJob {
    NewJob {
        id: moment.job,
        kind: EMAIL_JOB,
        organization: Some(organization),
        subject: Some(SubjectId(email.id.0)),
        key: Some(format!("email-{}", email.id)),
        run_at: moment.now,
    }
}

/// Whether a mail of a kind about an invoice may go out (States and transitions, blockers).
///
/// # Errors
/// [`Refused`].
pub fn may_be_mailed(kind: EmailKind, invoice: &AnyInvoice) -> Result<(), Refused> {
    let (trigger, header) = match kind {
        EmailKind::Invoice => (Trigger::Send, None),
        EmailKind::Reminder => (Trigger::Remind, Some(invoice.document.header())),
    };
    let standing = Standing { paid: invoice.paid_part(), ..Standing::default() };
    match header {
        Some(header) if !header.invoice_type.falls_due() => {
            Err(Refused::NothingOwed(NothingOwed::CreditNote))
        }
        Some(header) if header.self_billed => Err(Refused::NothingOwed(NothingOwed::SelfBilled)),
        _ => Ok(invoice.status.after(trigger, standing).map(drop)?),
    }
}
