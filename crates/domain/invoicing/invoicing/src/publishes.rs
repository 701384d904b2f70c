//! The events of invoices (specification, Events).

use crate::{
    Invoice, InvoiceStatus, Payment,
    paying::PaymentMoment,
    recording::InvoiceContent,
    states::{BecomesOverdue, ChangeMoment, HistoryAction, HistoryEntry, Links},
};
use events::{Data, Event, InvoiceData, NewEvent, PaymentData, Unwritable};
use time::{Date, OffsetDateTime};

impl<C: InvoiceContent + Clone> Invoice<C> {
    /// `invoice.created`, for an invoice that was just issued or recorded, and `invoice.paid` for one that is paid
    /// already.
    pub(crate) fn created_events(&self, links: &Links) -> Result<Vec<NewEvent>, Unwritable> {
        let data = self.event_data(None, links);
        let paid = (self.status == InvoiceStatus::Paid).then(|| Data::InvoicePaid(data.clone()));
        let data = [Some(Data::InvoiceCreated(data)), paid];
        data.into_iter().flatten().map(|data| self.publish(data, self.created_at)).collect()
    }

    /// `invoice.updated` for an invoice whose document changed, after `invoice.paid` if the change makes it paid.
    pub(crate) fn revised_events(
        &self,
        before: InvoiceStatus,
        now: OffsetDateTime,
        links: &Links,
    ) -> Result<Vec<NewEvent>, Unwritable> {
        let previous = changed(before, self.status);
        let data = self.event_data(previous, links);
        let is_paid = previous.is_some() && self.status == InvoiceStatus::Paid;
        let paid = is_paid.then(|| Data::InvoicePaid(data.clone()));
        let data = [paid, Some(Data::InvoiceUpdated(data))];
        data.into_iter().flatten().map(|data| self.publish(data, now)).collect()
    }

    /// `invoice.updated` when status, number, total or due date have changed, after `invoice.paid` or
    /// `invoice.overdue` when that is its new status.
    pub(crate) fn changed_events(
        &self,
        before: &Self,
        moment: &ChangeMoment,
    ) -> Result<Vec<NewEvent>, Unwritable> {
        let published = |one: &Self| {
            let header = one.document.header();
            (one.status, header.number.to_owned(), header.totals.total, header.due_date)
        };
        if published(before) == published(self) {
            return Ok(Vec::new());
        }
        let previous = changed(before.status, self.status);
        let data = self.event_data(previous, &moment.links);
        let mut events = Vec::with_capacity(2);
        match self.status {
            InvoiceStatus::Paid if previous.is_some() => {
                events.push(self.publish(Data::InvoicePaid(data.clone()), moment.now)?);
            }
            InvoiceStatus::Overdue if previous.is_some() => {
                events.push(self.overdue_event(data.clone(), moment.now)?);
            }
            _ => {}
        }
        events.push(self.publish(Data::InvoiceUpdated(data), moment.now)?);
        Ok(events)
    }

    /// `invoice.deleted`, for a draft.
    pub(crate) fn deleted_event(&self, moment: &ChangeMoment) -> Result<NewEvent, Unwritable> {
        self.publish(Data::InvoiceDeleted(self.event_data(None, &moment.links)), moment.now)
    }

    /// `invoice.sent` and `invoice.updated` once the network has accepted it; none when its status does not change.
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

    /// `invoice.viewed`: the other party opened the invoice's link. Published once an hour, however often the link is
    /// opened.
    ///
    /// # Errors
    /// [`Unwritable`] for a time that cannot be written.
    pub fn viewed_event(&self, now: OffsetDateTime, links: &Links) -> Result<NewEvent, Unwritable> {
        let now = service_day::utc(now);
        let subject = format!("{}:{}T{:02}", self.id, now.date(), now.hour());
        let data = Data::InvoiceViewed(self.event_data(None, links));
        NewEvent::once(&Event { organization: self.organization, at: now, data }, &subject)
    }

    /// The decision that it is overdue on a day ([`Invoice::past_due`]), with `invoice.overdue`, once for each due
    /// date, and `invoice.updated`. `None` when it is not overdue.
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
        let events = vec![
            self.overdue_event(data.clone(), now)?,
            self.publish(Data::InvoiceUpdated(data), now)?,
        ];
        let (organization, invoice, version) = (self.organization, self.id, self.version);
        let entry = HistoryEntry::moved(
            HistoryAction::BecameOverdue,
            (self.status, overdue.status),
            overdue.version,
            now,
        );
        Ok(Some(BecomesOverdue { organization, invoice, version, entry, events }))
    }

    /// `invoice.overdue`, once for each due date.
    fn overdue_event(
        &self,
        data: InvoiceData,
        now: OffsetDateTime,
    ) -> Result<NewEvent, Unwritable> {
        let due = self.document.header().due_date.map(|day| day.to_string()).unwrap_or_default();
        let subject = format!("{}:{due}", self.id);
        let data = Data::InvoiceOverdue(data);
        NewEvent::once(&Event { organization: self.organization, at: now, data }, &subject)
    }

    /// `payment.received`, `invoice.paid` once nothing is outstanding, and `invoice.updated`, for the invoice after a
    /// payment.
    pub(crate) fn payment_events(
        &self,
        payment: &Payment,
        before: InvoiceStatus,
        moment: &PaymentMoment,
    ) -> Result<Vec<NewEvent>, Unwritable> {
        let received = Data::PaymentReceived(self.payment_data(payment, before));
        let mut events = vec![self.publish(received, moment.now)?];
        if self.status == InvoiceStatus::Paid {
            let data = self.event_data(changed(before, self.status), &moment.links);
            events.push(self.publish(Data::InvoicePaid(data), moment.now)?);
        }
        events.push(self.settled_event(before, moment)?);
        Ok(events)
    }

    /// `invoice.updated`, for the invoice after a change of its payments.
    pub(crate) fn settled_event(
        &self,
        before: InvoiceStatus,
        moment: &PaymentMoment,
    ) -> Result<NewEvent, Unwritable> {
        let data = self.event_data(changed(before, self.status), &moment.links);
        self.publish(Data::InvoiceUpdated(data), moment.now)
    }

    fn payment_data(&self, payment: &Payment, before: InvoiceStatus) -> PaymentData {
        let header = self.document.header();
        PaymentData {
            payment_id: payment.id,
            invoice_id: self.id,
            invoice_number: header.number.to_owned(),
            amount: payment.amount,
            currency: header.currency,
            date: payment.date,
            method: payment.method.clone(),
            paid_amount: money::round(self.paid_amount),
            outstanding: money::round(self.outstanding()),
            status: self.status.name(),
            previous_status: changed(before, self.status).map(InvoiceStatus::name),
            customer_name: header.customer().to_owned(),
        }
    }

    fn publish(&self, data: Data, at: OffsetDateTime) -> Result<NewEvent, Unwritable> {
        NewEvent::of(&Event { organization: self.organization, at, data }, None)
    }

    /// The data of an invoice's event; `previous` is the status before when it changed.
    fn event_data(&self, previous: Option<InvoiceStatus>, links: &Links) -> InvoiceData {
        let header = self.document.header();
        InvoiceData {
            invoice_id: self.id,
            invoice_number: header.drawn_number().map(str::to_owned),
            r#type: header.invoice_type.name(),
            status: self.status.name(),
            previous_status: previous.map(InvoiceStatus::name),
            total: header.totals.total,
            currency: header.currency,
            issue_date: header.issue_date,
            due_date: header.due_date,
            paid_date: self.paid_date(),
            customer_name: header.customer().to_owned(),
            pdf_url: links.pdf(self.id).filter(|_| !self.status.is_draft()),
        }
    }
}

/// The status before, when it changed.
fn changed(before: InvoiceStatus, after: InvoiceStatus) -> Option<InvoiceStatus> {
    (before != after).then_some(before)
}
