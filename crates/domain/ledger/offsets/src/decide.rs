use crate::{Offset, OffsetError, OffsetId, OffsetRecord, OffsetRequest, Pair, rules::check};
use expenses::{ExpenseChange, SettledExpense};
use invoicing::{
    PaymentId,
    paying::{PaymentChange, PaymentMoment},
    recording::InvoiceContent,
    states::Links,
};
use time::{Date, OffsetDateTime};

/// The time and the new ids for a decision about a set-off.
#[derive(Debug, Clone)]
pub struct OffsetMoment {
    /// The id of the set-off.
    pub id: OffsetId,
    /// The id of the payment of the invoice.
    pub invoice_payment: PaymentId,
    /// The id of the payment of the expense.
    pub expense_payment: PaymentId,
    /// The current time.
    pub now: OffsetDateTime,
    /// The date of `now` in Europe/Bratislava.
    pub today: Date,
    /// The base of the links in the events.
    pub links: Links,
}

impl OffsetMoment {
    fn payment(&self) -> PaymentMoment {
        let (id, links) = (self.invoice_payment, self.links.clone());
        PaymentMoment { id, now: self.now, today: self.today, links }
    }
}

/// The changes of both documents, to be stored in one transaction.
#[derive(Debug, Clone, PartialEq)]
pub struct OffsetChange {
    /// The set-off that is created or removed.
    pub offset: Offset,
    /// The invoice with the payment added or removed, and its events.
    pub invoice: PaymentChange,
    /// The expense with the payment added or removed.
    pub expense: ExpenseChange,
}

impl OffsetChange {
    /// The set-off with both documents after the change.
    #[must_use]
    pub fn record(&self, before: &Pair) -> OffsetRecord {
        let expense = self.expense.after(&before.expense);
        let expense = expense.unwrap_or_else(|| before.expense.expense.clone());
        let expense = SettledExpense { expense, payments: Vec::new() };
        OffsetRecord::of(self.offset.clone(), &self.invoice.after, &expense)
    }
}

/// Decides on a set-off: each document gets a payment with the method `offset`.
///
/// # Errors
/// [`OffsetError::Refused`] with the first rule that is broken.
pub fn set_off(
    request: &OffsetRequest,
    pair: &Pair,
    moment: &OffsetMoment,
) -> Result<OffsetChange, OffsetError> {
    check(request, pair, moment.today)?;
    let (invoice, expense) = (&pair.settlement.invoice, &pair.expense.expense);
    let offset = Offset {
        id: moment.id,
        invoice: request.invoice,
        expense: request.expense,
        amount: money::round(request.amount),
        currency: invoice.document.header().currency,
        date: request.date.unwrap_or(moment.today),
        reference: request.reference.clone().or_else(|| pair.number.clone()),
        note: request.note.clone(),
        invoice_outstanding: money::round(invoice.outstanding()),
        expense_outstanding: money::round(expense.outstanding()),
        network: expense.origin.network(),
        created_at: moment.now,
    };
    let paid = (offset.amount, offset.date);
    let by = offset.id;
    let invoice = pair.settlement.set_off(by, paid, &moment.payment())?;
    let expense = pair.expense.set_off(by, paid, moment.expense_payment)?;
    Ok(OffsetChange { offset, invoice, expense })
}

/// Decides to undo a set-off: both payments are removed together.
///
/// # Errors
/// [`OffsetError`] when one of the payments is missing, which the store rules out.
pub fn undo(
    offset: &Offset,
    pair: &Pair,
    moment: &OffsetMoment,
) -> Result<OffsetChange, OffsetError> {
    let (by, moment) = (offset.id, moment.payment());
    let invoice = pair.settlement.undo_set_off(by, &moment)?;
    let expense = pair.expense.undo_set_off(by)?;
    Ok(OffsetChange { offset: offset.clone(), invoice, expense })
}
