//! The events of invoices (specification, Events).

use crate::{BecomesOverdue, Invoice, InvoiceStatus, Links};
use events::{Data, Event, InvoiceData, NewEvent, Unwritable};
use time::{Date, OffsetDateTime, UtcOffset};

impl Invoice {
    /// `invoice.created`, of an invoice that was just issued.
    pub(crate) fn created_events(&self, links: &Links) -> Result<Vec<NewEvent>, Unwritable> {
        let data = Data::InvoiceCreated(self.event_data(None, links));
        Ok(vec![self.publish(data, self.created_at)?])
    }

    /// `invoice.sent` and `invoice.updated` once the network has taken it; none when its status
    /// stays.
    ///
    /// # Errors
    /// [`Unwritable`] for a time that cannot be written.
    pub fn sent_events(
        &self,
        now: OffsetDateTime,
        links: &Links,
    ) -> Result<Vec<NewEvent>, Unwritable> {
        let Some(status) = self.status.when_sent() else { return Ok(Vec::new()) };
        let sent = Self { status, ..self.clone() };
        let data = sent.event_data(Some(self.status), links);
        Ok(vec![
            self.publish(Data::InvoiceSent(data.clone()), now)?,
            self.publish(Data::InvoiceUpdated(data), now)?,
        ])
    }

    /// `invoice.viewed`: the other party has opened the invoice's link. Once an hour, however often
    /// it does.
    ///
    /// # Errors
    /// [`Unwritable`] for a time that cannot be written.
    pub fn viewed_event(&self, now: OffsetDateTime, links: &Links) -> Result<NewEvent, Unwritable> {
        let now = now.to_offset(UtcOffset::UTC);
        let subject = format!("{}:{}T{:02}", self.id, now.date(), now.hour());
        let data = Data::InvoiceViewed(self.event_data(None, links));
        NewEvent::once(&Event { organization: self.organization, at: now, data }, &subject)
    }

    /// The decision that it is overdue on a day ([`Invoice::past_due`]), with `invoice.overdue`,
    /// once for each due date, and `invoice.updated`. `None` when it is not.
    ///
    /// # Errors
    /// [`Unwritable`] for a time that cannot be written.
    pub fn becomes_overdue(
        &self,
        today: Date,
        now: OffsetDateTime,
        links: &Links,
    ) -> Result<Option<BecomesOverdue>, Unwritable> {
        let Some(overdue) = self.past_due(today) else { return Ok(None) };
        let data = overdue.event_data(Some(self.status), links);
        let subject = format!("{}:{}", self.id, self.document.due_date);
        let made = Data::InvoiceOverdue(data.clone());
        let made = Event { organization: self.organization, at: now, data: made };
        let events =
            vec![NewEvent::once(&made, &subject)?, self.publish(Data::InvoiceUpdated(data), now)?];
        let (organization, invoice, version) = (self.organization, self.id, self.version);
        Ok(Some(BecomesOverdue { organization, invoice, version, events }))
    }

    fn publish(&self, data: Data, at: OffsetDateTime) -> Result<NewEvent, Unwritable> {
        NewEvent::of(&Event { organization: self.organization, at, data }, None)
    }

    /// The data of an invoice's event; `previous` when the status changed.
    fn event_data(&self, previous: Option<InvoiceStatus>, links: &Links) -> InvoiceData {
        let document = &self.document;
        InvoiceData {
            invoice_id: self.id,
            invoice_number: document.number.clone(),
            r#type: document.invoice_type.name(),
            status: self.status.name(),
            previous_status: previous.map(InvoiceStatus::name),
            total: document.totals.total,
            currency: document.currency,
            issue_date: document.issue_date,
            due_date: document.due_date,
            paid_date: self.payments.last().map(|payment| payment.date),
            customer_name: self.customer().name.clone(),
            pdf_url: links.pdf(self.id),
        }
    }
}
