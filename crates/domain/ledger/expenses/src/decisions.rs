//! Decisions on an expense: approve, reject, delete.

use crate::fault::StateFault;
use crate::{Expense, ExpenseStatus, Review, SettledExpense};
use idempotency::UnwritableAnswer;
use invoicing::{
    Payment, Violations,
    checks::{TextShape, check_text},
    paying::PaymentRefused,
};
use persistence::StoreError;
use time::OffsetDateTime;

/// Longest reason of a rejection, in characters.
pub const MAX_REASON: usize = 500;

/// The result of a decision, to be stored in one transaction.
#[derive(Debug, Clone, PartialEq)]
pub enum ExpenseChange {
    /// The expense does not change.
    Nothing,
    /// The expense after the decision.
    Saved(Expense),
    /// The expense after a payment was added.
    Paid(Expense, Payment),
    /// The expense after a payment was removed.
    TakenBack(Expense, Payment),
    /// The expense is deleted.
    Deleted,
}

/// Why an expense does not change.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
pub enum ExpenseRefused {
    /// 400: the request is invalid.
    #[error("{0}")]
    Invalid(Violations),
    /// 409 `EXPENSE_NOT_POSTABLE`.
    #[error("the expense is {}: it cannot be approved for the accounts", .0.name())]
    NotPostable(ExpenseStatus),
    /// 409: its status does not allow it.
    #[error("the expense is {status}: {reason}", status = .0.name(), reason = .1)]
    Status(ExpenseStatus, StateFault),
    /// 409: the expense has changed since the caller read it.
    #[error("the expense has version {current} by now: read it again")]
    Stale {
        /// Its current version.
        current: i32,
    },
    /// 409: an expense with payments or a set-off is settled.
    #[error("the expense has payments: {0}")]
    HasPayments(StateFault),
    /// 404 or 409: the payment does not exist or cannot be removed.
    #[error(transparent)]
    Payment(#[from] PaymentRefused),
}

/// Why an expense was not changed.
#[derive(Debug, thiserror::Error)]
pub enum ExpenseError {
    /// The decision refused it.
    #[error(transparent)]
    Refused(#[from] ExpenseRefused),
    /// The answer cannot be written: nothing is stored.
    #[error(transparent)]
    Answer(#[from] UnwritableAnswer),
    /// Storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl SettledExpense {
    /// Approves it for the accounts. An approved expense does not change.
    ///
    /// # Errors
    /// [`ExpenseRefused::NotPostable`].
    pub fn approve(&self, now: OffsetDateTime) -> Result<ExpenseChange, ExpenseRefused> {
        let before = &self.expense;
        match before.status {
            ExpenseStatus::Approved => Ok(ExpenseChange::Nothing),
            ExpenseStatus::PendingApproval => {
                let review = Review { decided_at: Some(now), ..before.review.clone() };
                Ok(self.saved(ExpenseStatus::Approved, review))
            }
            status => Err(ExpenseRefused::NotPostable(status)),
        }
    }

    /// Rejects it with a reason: it is not owed. A rejected expense does not change.
    ///
    /// # Errors
    /// [`ExpenseRefused`]: an approved expense is in the accounts, and one with payments is owed.
    pub fn reject(
        &self,
        reason: &str,
        now: OffsetDateTime,
    ) -> Result<ExpenseChange, ExpenseRefused> {
        let mut found = Violations::new();
        let reason = check_text("reason", reason, 1, MAX_REASON, TextShape::Paragraphs, &mut found);
        found.into_result().map_err(ExpenseRefused::Invalid)?;
        let status = self.expense.status;
        match status {
            ExpenseStatus::Rejected => return Ok(ExpenseChange::Nothing),
            ExpenseStatus::Approved => {
                return Err(ExpenseRefused::Status(status, StateFault::Posted));
            }
            _ if !self.payments.is_empty() => {
                return Err(ExpenseRefused::HasPayments(StateFault::Paid));
            }
            _ => {}
        }
        let review = self.expense.review.clone();
        let review = Review { rejected: reason, decided_at: Some(now), ..review };
        Ok(self.saved(ExpenseStatus::Rejected, review))
    }

    /// Deletes an expense that was entered by mistake.
    ///
    /// # Errors
    /// [`ExpenseRefused`]: an expense that is in the accounts, or has payments, cannot be deleted.
    pub fn delete(&self) -> Result<ExpenseChange, ExpenseRefused> {
        if !self.payments.is_empty() {
            return Err(ExpenseRefused::HasPayments(StateFault::Undeletable));
        }
        match self.expense.status {
            status @ ExpenseStatus::Approved => {
                Err(ExpenseRefused::Status(status, StateFault::Undeletable))
            }
            _ => Ok(ExpenseChange::Deleted),
        }
    }

    fn saved(&self, status: ExpenseStatus, review: Review) -> ExpenseChange {
        let version = self.expense.version + 1;
        ExpenseChange::Saved(Expense { status, review, version, ..self.expense.clone() })
    }
}

impl ExpenseChange {
    /// The expense after the change; `None` when it is deleted.
    #[must_use]
    pub fn after(&self, before: &SettledExpense) -> Option<Expense> {
        match self {
            ExpenseChange::Nothing => Some(before.expense.clone()),
            ExpenseChange::Saved(after)
            | ExpenseChange::Paid(after, _)
            | ExpenseChange::TakenBack(after, _) => Some(after.clone()),
            ExpenseChange::Deleted => None,
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::{ExpenseContent, ExpenseId, ExpenseOrigin, ExpenseType};
    use access::OrganizationId;
    use invoicing::{ContactId, Party, Totals};
    use rust_decimal::{Decimal, dec};
    use time::macros::date;
    use uuid::Uuid;

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

    /// An expense over 100.00 in this status.
    pub fn hundred(status: ExpenseStatus) -> SettledExpense {
        let content = ExpenseContent {
            expense_type: ExpenseType::Invoice,
            number: "2026/7".into(),
            variable_symbol: None,
            supplier_id: ContactId(Uuid::from_u128(3)),
            supplier: Party::new("Píla"),
            issue_date: date!(2026 - 11 - 20),
            delivery_date: None,
            due_date: None,
            totals: Totals { subtotal: dec!(100), vat_total: dec!(0), total: dec!(100) },
            vat: Vec::new(),
            prepaid: Decimal::ZERO,
            rounding: Decimal::ZERO,
            currency: "EUR".parse().expect("a code"),
            note: None,
            project_id: None,
            stock: Vec::new(),
        };
        let expense = Expense {
            id: ExpenseId(Uuid::from_u128(1)),
            organization: OrganizationId(Uuid::from_u128(2)),
            content,
            origin: ExpenseOrigin::Entered,
            status,
            review: Review::default(),
            paid_amount: Decimal::ZERO,
            version: 1,
            created_at: NOW,
        };
        SettledExpense { expense, payments: Vec::new() }
    }

    fn status(
        change: Result<ExpenseChange, ExpenseRefused>,
    ) -> Result<ExpenseStatus, ExpenseRefused> {
        let before = hundred(ExpenseStatus::Processing);
        change.map(|change| change.after(&before).expect("there").status)
    }

    #[test]
    fn what_is_ready_is_approved() {
        use ExpenseStatus::{Approved, NeedsReview, PendingApproval, Processing, Rejected};
        for (from, approved) in [
            (PendingApproval, Ok(Approved)),
            (Processing, Err(ExpenseRefused::NotPostable(Processing))),
            (NeedsReview, Err(ExpenseRefused::NotPostable(NeedsReview))),
            (Rejected, Err(ExpenseRefused::NotPostable(Rejected))),
        ] {
            assert_eq!(status(hundred(from).approve(NOW)), approved, "{from:?}");
        }
        assert_eq!(hundred(Approved).approve(NOW), Ok(ExpenseChange::Nothing));
    }

    #[test]
    fn what_is_not_owed_is_rejected_with_a_reason() {
        use ExpenseStatus::{Approved, NeedsReview, PendingApproval, Processing, Rejected};
        for from in [PendingApproval, Processing, NeedsReview] {
            assert_eq!(status(hundred(from).reject("not ours", NOW)), Ok(Rejected), "{from:?}");
        }
        let refused = hundred(Approved).reject("not ours", NOW);
        assert!(matches!(refused, Err(ExpenseRefused::Status(Approved, _))), "{refused:?}");
        assert_eq!(hundred(Rejected).reject("again", NOW), Ok(ExpenseChange::Nothing));
        for reason in ["", " ", &"x".repeat(MAX_REASON + 1), "a\u{0}"] {
            let refused = hundred(PendingApproval).reject(reason, NOW);
            assert!(matches!(refused, Err(ExpenseRefused::Invalid(_))), "{refused:?}");
        }
    }

    #[test]
    fn what_is_settled_or_in_the_accounts_is_not_deleted() {
        for from in ExpenseStatus::ALL {
            let deleted = hundred(from).delete();
            assert_eq!(deleted == Ok(ExpenseChange::Deleted), from != ExpenseStatus::Approved);
        }
    }
}
