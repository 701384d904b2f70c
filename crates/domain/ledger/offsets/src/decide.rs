use crate::{Offset, OffsetError, OffsetId, OffsetRecord, OffsetRequest, Pair, rules::check};
use expenses::{ExpenseChange, SettledExpense};
use invoicing::{
    PaymentId,
    paying::{PaymentChange, PaymentMoment},
    recording::InvoiceContent,
    states::Links,
};
use time::{Date, OffsetDateTime};

/// When and with which ids something is decided about a set-off.
#[derive(Debug, Clone)]
pub struct OffsetMoment {
    /// For the set-off.
    pub id: OffsetId,
    /// For the payment of the invoice.
    pub invoice_payment: PaymentId,
    /// For the payment of the expense.
    pub expense_payment: PaymentId,
    /// Now.
    pub now: OffsetDateTime,
    /// Of `now` in Europe/Bratislava.
    pub today: Date,
    /// For the events.
    pub links: Links,
}

impl OffsetMoment {
    fn payment(&self) -> PaymentMoment {
        let (id, links) = (self.invoice_payment, self.links.clone());
        PaymentMoment { id, now: self.now, today: self.today, links }
    }
}

/// What becomes of both documents: to be kept in one transaction.
#[derive(Debug, Clone, PartialEq)]
pub struct OffsetChange {
    /// The set-off that is new, or gone.
    pub offset: Offset,
    /// The invoice with a payment more, or less, and its events.
    pub invoice: PaymentChange,
    /// The expense with a payment more, or less.
    pub expense: ExpenseChange,
}

impl OffsetChange {
    /// The set-off with both documents as they stand then.
    #[must_use]
    pub fn record(&self, before: &Pair) -> OffsetRecord {
        let expense = self.expense.after(&before.expense);
        let expense = expense.unwrap_or_else(|| before.expense.expense.clone());
        let expense = SettledExpense { expense, payments: Vec::new() };
        OffsetRecord::of(self.offset.clone(), &self.invoice.after, &expense)
    }
}

/// The decision to set off: a payment by set-off of each document.
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

/// The decision to undo a set-off: both payments are taken back together.
///
/// # Errors
/// [`OffsetError`] when one of them is not there, which cannot be.
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
