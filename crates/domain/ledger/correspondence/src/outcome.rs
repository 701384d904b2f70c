//! The outcome of a mail, and the event `reminder.sent`.

use crate::{EmailKind, EmailRecord, REMINDER_HOURS, may_be_mailed};
use events::{Data, Event, NewEvent, ReminderData, Unwritable};
use invoicing::{AnyInvoice, recording::InvoiceContent};
use time::{Date, OffsetDateTime};

/// The outcome of a queued mail, to be stored once in one transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EmailEnd {
    /// The mail service has taken it.
    Sent {
        /// `reminder.sent` of a reminder.
        event: Option<NewEvent>,
    },
    /// It cannot be sent, for people.
    Failed { error: String },
    /// There is nothing left to remind of.
    Withdrawn,
}

impl EmailRecord {
    /// The time that it waits for: an automatic reminder does not go out at night, however long a mail server was away.
    #[must_use]
    pub fn waits_until(&self, now: OffsetDateTime) -> Option<OffsetDateTime> {
        self.email.step.and_then(|_| REMINDER_HOURS.waits_until(now))
    }

    /// Whether it is still right to send it: an invoice may have been paid or cancelled since.
    #[must_use]
    pub fn is_wanted(&self, invoice: &AnyInvoice) -> bool {
        may_be_mailed(self.email.kind, invoice).is_ok()
    }

    /// The mail service has taken it: a reminder publishes `reminder.sent`, once.
    ///
    /// # Errors
    /// [`Unwritable`] for a time that cannot be written.
    pub fn went_out(
        &self,
        invoice: &AnyInvoice,
        now: OffsetDateTime,
        today: Date,
    ) -> Result<EmailEnd, Unwritable> {
        if self.email.kind != EmailKind::Reminder {
            return Ok(EmailEnd::Sent { event: None });
        }
        let data = Data::ReminderSent(self.reminder(invoice, today));
        let event = Event { organization: invoice.organization, at: now, data };
        let event = NewEvent::once(&event, &self.email.id.to_string())?;
        Ok(EmailEnd::Sent { event: Some(event) })
    }

    fn reminder(&self, invoice: &AnyInvoice, today: Date) -> ReminderData {
        let header = invoice.document.header();
        ReminderData {
            invoice_id: invoice.id,
            invoice_number: header.number.to_owned(),
            customer_name: header.customer().to_owned(),
            recipient: self.email.recipient.clone(),
            language: self.email.language.code(),
            outstanding: money::round(invoice.outstanding()),
            currency: header.currency,
            due_date: header.due_date,
            days_overdue: header.due_date.map(|due| (today - due).whole_days()),
            automatic: self.email.step.is_some(),
            mode: self.email.tier,
        }
    }
}
