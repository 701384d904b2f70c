//! Payments of invoices: recorded, and taken back (Other invoice operations; States and transitions).

use crate::{
    AnyInvoice, HistoryAction, HistoryEntry, Invoice, InvoiceContent, InvoiceId, Links, LiveSend,
    Payment, PaymentMethod, Standing, TransitionRefused, Trigger, Violations,
};
use access::OrganizationId;
use events::{NewEvent, Unwritable};
use idempotency::{Answer, Lease, UnwritableAnswer};
use money::Decimal;
use persistence::{StoreError, typed_id};
use std::{borrow::Cow, future::Future};
use time::{Date, OffsetDateTime};

typed_id!(
    /// A payment of an invoice.
    PaymentId
);

/// A payment to record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PaymentRequest {
    /// In the invoice's currency, at most two decimals.
    pub amount: Decimal,
    /// The day on which it was made; today when none is named.
    pub date: Option<Date>,
    pub method: PaymentMethod,
}

/// Why a payment is neither recorded nor taken back.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PaymentRefused {
    /// 400: what the request says.
    #[error("{0}")]
    Invalid(Violations),
    /// 400 of a draft, 409 of what is void.
    #[error(transparent)]
    Status(#[from] TransitionRefused),
    /// 404: the invoice has no such payment.
    #[error("there is no such payment")]
    NoSuchPayment,
}

/// Why payments stay as they are.
#[derive(Debug, thiserror::Error)]
pub enum PaymentError {
    /// The decision.
    #[error(transparent)]
    Refused(#[from] PaymentRefused),
    /// An event that cannot be written: nothing is kept.
    #[error(transparent)]
    Event(#[from] Unwritable),
    /// An answer that cannot be written: nothing is kept.
    #[error(transparent)]
    Answer(#[from] UnwritableAnswer),
    /// Storage.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// When and with which id something is decided about a payment.
#[derive(Debug, Clone)]
pub struct PaymentMoment {
    pub id: PaymentId,
    pub now: OffsetDateTime,
    /// Of `now` in Europe/Bratislava.
    pub today: Date,
    pub links: Links,
}

/// An invoice as it is read for its payments to change.
#[derive(Debug, Clone, PartialEq)]
pub struct Settlement {
    pub invoice: AnyInvoice,
    /// Whether the network has taken it: then it is `sent` again when all payments are taken back.
    pub was_sent: bool,
}

/// What becomes of an invoice's payments: to be kept in one transaction.
#[derive(Debug, Clone, PartialEq)]
pub struct PaymentChange {
    /// The invoice from now on.
    pub after: AnyInvoice,
    /// The payment that is new or gone.
    pub payment: Payment,
    pub kind: ChangeKind,
    /// For the invoice's history.
    pub entry: HistoryEntry,
    pub events: Vec<NewEvent>,
}

/// What happens to a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeKind {
    Recorded,
    TakenBack,
}

impl PaymentRequest {
    /// What is wrong with it for an invoice of which `outstanding` is open.
    fn check(&self, outstanding: Decimal, currency: &str, today: Date) -> Violations {
        let mut found = Violations::new();
        if self.amount <= Decimal::ZERO {
            found.add("amount", "must be greater than zero");
        } else if outstanding <= Decimal::ZERO {
            found.add("amount", "exceeds what is outstanding: the invoice is paid");
        } else if self.amount > outstanding {
            found.add("amount", format!("exceeds what is outstanding, {outstanding} {currency}"));
        }
        if self.date.is_some_and(|date| date > today) {
            found.add("date", format!("must not lie after today, {today} in Europe/Bratislava"));
        }
        found
    }
}

impl Settlement {
    /// The decision to record a payment. The date of a payment may lie before the issue date: of what
    /// was paid in advance.
    ///
    /// # Errors
    /// [`PaymentError`].
    pub fn record(
        &self,
        request: PaymentRequest,
        moment: &PaymentMoment,
    ) -> Result<PaymentChange, PaymentError> {
        self.takes_payments()?;
        let currency = self.invoice.document.header().currency;
        let outstanding = self.invoice.outstanding();
        let found = request.check(outstanding, currency.code(), moment.today);
        found.into_result().map_err(PaymentRefused::Invalid)?;
        let payment = Payment {
            id: moment.id.0,
            amount: money::round(request.amount),
            date: request.date.unwrap_or(moment.today),
            method: Cow::Borrowed(request.method.name()),
        };
        let mut payments = self.invoice.payments.clone();
        payments.push(payment.clone());
        payments.sort_by_key(|payment| (payment.date, payment.id));
        let after = self.settled(payments, moment.today)?;
        let events = after.payment_events(&payment, self.invoice.status, moment)?;
        let action = HistoryAction::PaymentRecorded;
        let entry = HistoryEntry::of(action, &self.invoice, &after, moment.now);
        Ok(PaymentChange { after, payment, kind: ChangeKind::Recorded, entry, events })
    }

    /// The decision to take a payment back: it was recorded by mistake, or did not arrive.
    ///
    /// # Errors
    /// [`PaymentError`].
    pub fn take_back(
        &self,
        id: PaymentId,
        moment: &PaymentMoment,
    ) -> Result<PaymentChange, PaymentError> {
        self.takes_payments()?;
        let (gone, rest): (Vec<_>, Vec<_>) =
            self.invoice.payments.iter().cloned().partition(|payment| payment.id == id.0);
        let payment = gone.into_iter().next().ok_or(PaymentRefused::NoSuchPayment)?;
        let after = self.settled(rest, moment.today)?;
        let events = vec![after.settled_event(self.invoice.status, moment)?];
        let action = HistoryAction::PaymentTakenBack;
        let entry = HistoryEntry::of(action, &self.invoice, &after, moment.now);
        Ok(PaymentChange { after, payment, kind: ChangeKind::TakenBack, entry, events })
    }

    /// Whether payments of the invoice may change.
    ///
    /// # Errors
    /// [`PaymentRefused::Status`].
    pub fn takes_payments(&self) -> Result<(), PaymentRefused> {
        Ok(self.invoice.status.after(Trigger::Settle, Standing::default()).map(drop)?)
    }

    /// The invoice with these payments, and where it stands then.
    fn settled(&self, payments: Vec<Payment>, today: Date) -> Result<AnyInvoice, PaymentRefused> {
        let before = &self.invoice;
        let paid = |payments: &[Payment]| payments.iter().map(|p| p.amount).sum::<Decimal>();
        // a recorded document may say that something was paid before
        let paid_amount = before.paid_amount - paid(&before.payments) + paid(&payments);
        let version = before.version + 1;
        let after = Invoice { payments, paid_amount, version, ..before.clone() };
        let live_send = if self.was_sent { LiveSend::Taken } else { LiveSend::None };
        let status = after.status.after(Trigger::Settle, after.standing(today, live_send))?;
        Ok(Invoice { status, ..after })
    }
}

/// Where payments are kept.
pub trait PaymentStore: Send + Sync {
    /// Reads the invoice, locks it, and keeps what `decide` makes of it with its events, and the
    /// answer under its lease and since when it is there, in one transaction. Whoever changes the same invoice waits, so that a
    /// sum of payments is never greater than what `decide` saw.
    ///
    /// # Errors
    /// What `decide` refuses, [`StoreError::NotFound`], [`StoreError::LeaseLost`]; nothing is kept then.
    fn change_payments<D>(
        &self,
        organization: OrganizationId,
        invoice: InvoiceId,
        answered: Option<(&Lease, OffsetDateTime)>,
        decide: D,
    ) -> impl Future<Output = Result<Answer, PaymentError>> + Send
    where
        D: Fn(&Settlement) -> Result<(PaymentChange, Answer), PaymentError> + Send + Sync;
}
