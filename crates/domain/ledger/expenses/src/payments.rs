//! Payments of an expense.

use crate::fault::StateFault;
use crate::{Expense, ExpenseChange, ExpenseRefused, ExpenseStatus, SettledExpense};
use invoicing::{
    OffsetId, Payment, PaymentId, PaymentMethod,
    paying::{PaymentRequest, with_payment, without_payment, without_set_off},
};
use money::Decimal;
use time::Date;

impl SettledExpense {
    /// Records a payment.
    ///
    /// # Errors
    /// [`ExpenseRefused`]: the payment is more than is outstanding, its date is in the future, or the expense is not
    /// owed or its figures are still open.
    pub fn record(
        &self,
        request: PaymentRequest,
        id: PaymentId,
        today: Date,
    ) -> Result<ExpenseChange, ExpenseRefused> {
        self.takes_payments()?;
        let currency = self.expense.content.currency;
        let found = request.check(self.expense.outstanding(), currency, today);
        found.into_result().map_err(ExpenseRefused::Invalid)?;
        Ok(self.paid(request.payment(id, today)))
    }

    /// Records the payment of a set-off, of all or a part. The set-off decides whether it may.
    ///
    /// # Errors
    /// [`ExpenseRefused::Status`].
    pub fn set_off(
        &self,
        offset: OffsetId,
        (amount, date): (Decimal, Date),
        id: PaymentId,
    ) -> Result<ExpenseChange, ExpenseRefused> {
        self.takes_payments()?;
        let made = PaymentRequest { amount, date: Some(date), method: PaymentMethod::Offset };
        Ok(self.paid(Payment { offset_id: Some(offset), ..made.payment(id, date) }))
    }

    /// Removes a payment.
    ///
    /// # Errors
    /// [`ExpenseRefused::Payment`]: there is no such payment, or a set-off made it.
    pub fn take_back(&self, id: PaymentId) -> Result<ExpenseChange, ExpenseRefused> {
        let (payment, _) = without_payment(&self.payments, id)?;
        Ok(self.without(payment))
    }

    /// Removes the payment of a set-off that is undone.
    ///
    /// # Errors
    /// [`ExpenseRefused::Payment`].
    pub fn undo_set_off(&self, offset: OffsetId) -> Result<ExpenseChange, ExpenseRefused> {
        let (payment, _) = without_set_off(&self.payments, offset)?;
        Ok(self.without(payment))
    }

    /// The payments after a change.
    #[must_use]
    pub fn payments_after(&self, change: &ExpenseChange) -> Vec<Payment> {
        match change {
            ExpenseChange::Paid(_, payment) => with_payment(&self.payments, payment),
            ExpenseChange::TakenBack(_, gone) => {
                self.payments.iter().filter(|payment| payment.id != gone.id).cloned().collect()
            }
            _ => self.payments.clone(),
        }
    }

    fn takes_payments(&self) -> Result<(), ExpenseRefused> {
        match self.expense.status {
            ExpenseStatus::PendingApproval | ExpenseStatus::Approved => Ok(()),
            status => Err(ExpenseRefused::Status(status, StateFault::Unpayable)),
        }
    }

    fn paid(&self, payment: Payment) -> ExpenseChange {
        ExpenseChange::Paid(self.with_paid(self.expense.paid_amount + payment.amount), payment)
    }

    fn without(&self, payment: Payment) -> ExpenseChange {
        ExpenseChange::TakenBack(self.with_paid(self.expense.paid_amount - payment.amount), payment)
    }

    fn with_paid(&self, paid_amount: Decimal) -> Expense {
        let version = self.expense.version + 1;
        Expense { paid_amount, version, ..self.expense.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PaymentStatus, decisions::tests::hundred};
    use invoicing::paying::PaymentRefused;
    use rust_decimal::dec;
    use time::macros::date;
    use uuid::Uuid;

    const TODAY: Date = date!(2026 - 11 - 22);

    fn pay(
        expense: &SettledExpense,
        amount: Decimal,
        id: u128,
    ) -> Result<SettledExpense, ExpenseRefused> {
        let request = PaymentRequest { amount, date: None, method: PaymentMethod::BankTransfer };
        let change = expense.record(request, PaymentId(Uuid::from_u128(id)), TODAY)?;
        Ok(after(expense, &change))
    }

    fn after(before: &SettledExpense, change: &ExpenseChange) -> SettledExpense {
        let expense = change.after(before).expect("there");
        SettledExpense { expense, payments: before.payments_after(change) }
    }

    #[test]
    fn payments_settle_it_to_the_cent() {
        let mut expense = hundred(ExpenseStatus::Approved);
        for (n, (amount, status)) in (1..).zip([
            (dec!(33.33), PaymentStatus::PartiallyPaid),
            (dec!(66.66), PaymentStatus::PartiallyPaid),
            (dec!(0.01), PaymentStatus::Paid),
        ]) {
            expense = pay(&expense, amount, n).expect("right");
            assert_eq!(expense.expense.payment_status(), status);
        }
        assert!(matches!(pay(&expense, dec!(0.01), 9), Err(ExpenseRefused::Invalid(_))));
        let change = expense.take_back(PaymentId(Uuid::from_u128(2))).expect("there");
        let less = after(&expense, &change);
        assert_eq!((less.payments.len(), less.expense.outstanding()), (2, dec!(66.66)));
    }

    #[test]
    fn what_is_not_settled_takes_none() {
        use ExpenseStatus::{NeedsReview, Processing, Rejected};
        for status in [NeedsReview, Processing, Rejected] {
            let refused = pay(&hundred(status), dec!(1), 1);
            assert!(matches!(refused, Err(ExpenseRefused::Status(..))), "{status:?}");
        }
    }

    #[test]
    fn a_payment_of_a_set_off_is_not_taken_back_alone() {
        let expense = hundred(ExpenseStatus::Approved);
        let (offset, id) = (OffsetId(Uuid::from_u128(7)), PaymentId(Uuid::from_u128(8)));
        let change = expense.set_off(offset, (dec!(5), TODAY), id).expect("right");
        let set_off = after(&expense, &change);
        let alone = set_off.take_back(id);
        assert_eq!(alone, Err(ExpenseRefused::Payment(PaymentRefused::SetOff(offset))));
        let undone = after(&set_off, &set_off.undo_set_off(offset).expect("there"));
        assert_eq!((undone.payments.len(), undone.expense.outstanding()), (0, dec!(100)));
        assert!(undone.undo_set_off(offset).is_err());
    }
}
