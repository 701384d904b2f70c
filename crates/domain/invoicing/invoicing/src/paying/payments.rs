//! Recording and removing payments of invoices (Other invoice operations; States and transitions).

use crate::faults::PaymentFault;
use crate::{
    AnyInvoice, Invoice, InvoiceId, OffsetId, Payment, PaymentId, PaymentMethod, Violations,
    checks::whole_amount,
    recording::InvoiceContent,
    states::{
        ChangeMoment, HistoryAction, HistoryEntry, Links, LiveSend, Standing, TransitionRefused,
        Trigger,
    },
};
use access::OrganizationId;
use events::{NewEvent, Unwritable};
use idempotency::{Answer, Lease, UnwritableAnswer};
use money::{CurrencyCode, Decimal};
use persistence::{StoreError, port};
use refusals::FieldFault;
use std::borrow::Cow;
use time::{Date, OffsetDateTime};

/// A payment to record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PaymentRequest {
    /// The amount in the invoice's currency, with at most two decimals.
    pub amount: Decimal,
    /// The date on which it was made; today when it is `None`.
    pub date: Option<Date>,
    pub method: PaymentMethod,
}

/// Why a payment is neither recorded nor removed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
#[refusal("payments")]
pub enum PaymentRefused {
    /// 400: the request is invalid.
    #[error("{0}")]
    Invalid(Violations),
    /// 400 for a draft, 409 for a cancelled invoice.
    #[error(transparent)]
    Status(#[from] TransitionRefused),
    /// 404: the invoice has no such payment.
    #[error("there is no such payment")]
    NoSuchPayment,
    /// 409: it is removed only with the set-off that made it.
    #[error("the payment was made by the set-off {offset_id}: undo the set-off", offset_id = .0)]
    SetOff(OffsetId),
}

/// Why payments do not change.
#[derive(Debug, thiserror::Error)]
pub enum PaymentError {
    /// The decision refused it.
    #[error(transparent)]
    Refused(#[from] PaymentRefused),
    /// An event cannot be serialized; nothing is stored.
    #[error(transparent)]
    Event(#[from] Unwritable),
    /// The answer cannot be serialized; nothing is stored.
    #[error(transparent)]
    Answer(#[from] UnwritableAnswer),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// The time of a decision on a payment, and the payment's id.
#[derive(Debug, Clone)]
pub struct PaymentMoment {
    pub id: PaymentId,
    pub now: OffsetDateTime,
    /// The date of `now` in Europe/Bratislava.
    pub today: Date,
    pub links: Links,
}

/// An invoice as it is read to change its payments.
#[derive(Debug, Clone, PartialEq)]
pub struct Settlement {
    pub invoice: AnyInvoice,
    /// Whether the network has accepted it: then it is `sent` again when all payments are removed.
    pub was_sent: bool,
}

/// A decided change of the payments of an invoice, to be saved in one transaction.
#[derive(Debug, Clone, PartialEq)]
pub struct PaymentChange {
    /// The invoice as it was.
    pub before: AnyInvoice,
    /// The invoice after the change.
    pub after: AnyInvoice,
    /// The payment that is added or removed.
    pub payment: Payment,
    pub kind: ChangeKind,
    /// For the invoice's history.
    pub entry: HistoryEntry,
    pub events: Vec<NewEvent>,
    /// When it was decided, for changes of the invoice that a note refers to, and of notes.
    pub moment: ChangeMoment,
}

/// Whether a payment is recorded or removed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeKind {
    Recorded,
    TakenBack,
}

impl PaymentRequest {
    /// The violations of a payment of a document with this outstanding amount.
    #[must_use]
    pub fn check(&self, outstanding: Decimal, currency: CurrencyCode, today: Date) -> Violations {
        let mut found = Violations::new();
        if self.amount <= Decimal::ZERO {
            found.add("amount", FieldFault::NotAboveZero);
        } else if outstanding <= Decimal::ZERO {
            found.add("amount", PaymentFault::AllPaid);
        } else if self.amount > outstanding {
            found.add("amount", PaymentFault::TooMuch { outstanding, currency });
        }
        if self.amount != outstanding {
            whole_amount("amount", self.amount, currency, &mut found);
        }
        if self.date.is_some_and(|date| date > today) {
            found.add("date", PaymentFault::DateToCome { today });
        }
        found
    }

    /// The payment to record.
    #[must_use]
    pub fn payment(&self, id: PaymentId, today: Date) -> Payment {
        Payment {
            id,
            amount: money::round(self.amount),
            date: self.date.unwrap_or(today),
            method: Cow::Borrowed(self.method.name()),
            offset_id: None,
        }
    }
}

/// The payments with another one, the oldest first.
#[must_use]
pub fn with_payment(payments: &[Payment], more: &Payment) -> Vec<Payment> {
    let mut payments = [payments, std::slice::from_ref(more)].concat();
    payments.sort_by_key(|payment| (payment.date, payment.id));
    payments
}

/// The payment that is to be removed, and the others.
///
/// # Errors
/// [`PaymentRefused::NoSuchPayment`]; [`PaymentRefused::SetOff`] for one that a set-off made.
pub fn without_payment(
    payments: &[Payment],
    id: PaymentId,
) -> Result<(Payment, Vec<Payment>), PaymentRefused> {
    let (payment, rest) = parted(payments, |payment| payment.id == id)?;
    payment.offset_id.map_or(Ok((payment, rest)), |offset| Err(PaymentRefused::SetOff(offset)))
}

/// The payment that a set-off made, and the others.
///
/// # Errors
/// [`PaymentRefused::NoSuchPayment`].
pub fn without_set_off(
    payments: &[Payment],
    offset: OffsetId,
) -> Result<(Payment, Vec<Payment>), PaymentRefused> {
    parted(payments, |payment| payment.offset_id == Some(offset))
}

fn parted(
    payments: &[Payment],
    is_gone: impl Fn(&Payment) -> bool,
) -> Result<(Payment, Vec<Payment>), PaymentRefused> {
    let (gone, rest): (Vec<_>, Vec<_>) = payments.iter().cloned().partition(is_gone);
    Ok((gone.into_iter().next().ok_or(PaymentRefused::NoSuchPayment)?, rest))
}

impl Settlement {
    /// The decision to record a payment. Its date may be before the issue date, for a payment in advance.
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
        let found = request.check(outstanding, currency, moment.today);
        found.into_result().map_err(PaymentRefused::Invalid)?;
        self.paid(request.payment(moment.id, moment.today), moment)
    }

    /// The decision to record the payment of a set-off, of all or a part. The set-off decides whether it may.
    ///
    /// # Errors
    /// [`PaymentError`].
    pub fn set_off(
        &self,
        offset: OffsetId,
        (amount, date): (Decimal, Date),
        moment: &PaymentMoment,
    ) -> Result<PaymentChange, PaymentError> {
        self.takes_payments()?;
        let made = PaymentRequest { amount, date: Some(date), method: PaymentMethod::Offset };
        let payment = made.payment(moment.id, moment.today);
        self.paid(Payment { offset_id: Some(offset), ..payment }, moment)
    }

    fn paid(
        &self,
        payment: Payment,
        moment: &PaymentMoment,
    ) -> Result<PaymentChange, PaymentError> {
        let payments = with_payment(&self.invoice.payments, &payment);
        let after = self.settled(payments, moment.today)?;
        let events = after.payment_events(&payment, self.invoice.status, moment)?;
        let action = HistoryAction::PaymentRecorded;
        let entry = HistoryEntry::of(action, &self.invoice, &after, moment.now);
        Ok(self.change(after, (ChangeKind::Recorded, payment), (entry, events), moment))
    }

    /// The invoice after a change of its payments.
    #[must_use]
    pub fn after(&self, change: &PaymentChange) -> Self {
        Self { invoice: change.after.clone(), ..self.clone() }
    }

    /// The decision to remove a payment that was recorded by mistake, or did not arrive.
    ///
    /// # Errors
    /// [`PaymentError`].
    pub fn take_back(
        &self,
        id: PaymentId,
        moment: &PaymentMoment,
    ) -> Result<PaymentChange, PaymentError> {
        self.takes_payments()?;
        self.without(without_payment(&self.invoice.payments, id)?, moment)
    }

    /// The decision to remove the payment of a set-off that is undone.
    ///
    /// # Errors
    /// [`PaymentError`].
    pub fn undo_set_off(
        &self,
        offset: OffsetId,
        moment: &PaymentMoment,
    ) -> Result<PaymentChange, PaymentError> {
        self.takes_payments()?;
        self.without(without_set_off(&self.invoice.payments, offset)?, moment)
    }

    fn without(
        &self,
        (payment, rest): (Payment, Vec<Payment>),
        moment: &PaymentMoment,
    ) -> Result<PaymentChange, PaymentError> {
        if self.invoice.holds.settled_by.is_some() {
            return Err(PaymentRefused::from(TransitionRefused::Settled).into());
        }
        let after = self.settled(rest, moment.today)?;
        let events = vec![after.settled_event(self.invoice.status, moment)?];
        let action = HistoryAction::PaymentTakenBack;
        let entry = HistoryEntry::of(action, &self.invoice, &after, moment.now);
        Ok(self.change(after, (ChangeKind::TakenBack, payment), (entry, events), moment))
    }

    fn change(
        &self,
        after: AnyInvoice,
        (kind, payment): (ChangeKind, Payment),
        (entry, events): (HistoryEntry, Vec<NewEvent>),
        moment: &PaymentMoment,
    ) -> PaymentChange {
        let (now, today, links) = (moment.now, moment.today, moment.links.clone());
        let moment = ChangeMoment { now, today, links, actor: None };
        let before = self.invoice.clone();
        PaymentChange { before, after, payment, kind, entry, events, moment }
    }

    /// Whether payments of the invoice may change.
    ///
    /// # Errors
    /// [`PaymentRefused::Status`].
    pub fn takes_payments(&self) -> Result<(), PaymentRefused> {
        Ok(self.invoice.status.after(Trigger::Settle, Standing::default()).map(drop)?)
    }

    /// The invoice with these payments, and its status then.
    fn settled(&self, payments: Vec<Payment>, today: Date) -> Result<AnyInvoice, PaymentRefused> {
        let before = &self.invoice;
        let paid = |payments: &[Payment]| payments.iter().map(|p| p.amount).sum::<Decimal>();
        // a recorded document may have an amount paid before
        let paid_amount = before.paid_amount - paid(&before.payments) + paid(&payments);
        let version = before.version + 1;
        let after = Invoice { payments, paid_amount, version, ..before.clone() };
        let live_send = if self.was_sent { LiveSend::Taken } else { LiveSend::None };
        let status = after.status.after(Trigger::Settle, after.standing(today, live_send))?;
        Ok(Invoice { status, ..after })
    }
}

port! {
    /// The store of payments.
    pub trait PaymentStore: Send + Sync {
        /// Reads the invoice, locks it, and stores the change that `decide` returns with its events, and the answer
        /// under its lease with the time of the answer, in one transaction. Concurrent changes of the same invoice
        /// wait, so the sum of payments is never greater than `decide` saw.
        ///
        /// # Errors
        /// The refusal of `decide`, [`StoreError::NotFound`], [`StoreError::LeaseLost`]. Nothing is stored then.
        async fn change_payments<D>(
            &self, organization: OrganizationId, invoice: InvoiceId,
            answered: Option<(&Lease, OffsetDateTime)>, decide: D
        ) -> Result<Answer, PaymentError>
        where D: Fn(&Settlement) -> Result<(PaymentChange, Answer), PaymentError>;
    }
}
