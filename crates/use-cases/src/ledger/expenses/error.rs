use crate::idempotent::IdempotencyError;
use ::expenses::{ExpenseError, ExpenseId, NotAnExpense};
use document_intake::IntakeBusy;
use idempotency::UnwritableAnswer;
use invoicing::Violations;
use persistence::StoreError;
use stock::shortage_at;

/// Why an expense was not kept or changed.
#[derive(Debug, thiserror::Error, refusals::Refusal)]
#[refusal("expenses")]
pub enum ExpenseFailure {
    /// The request has violations.
    #[error(transparent)]
    Invalid(#[from] Violations),
    /// The received document cannot be an expense.
    #[error("the document {reason}", reason = .0)]
    NotAnExpense(#[from] NotAnExpense),
    /// An equal expense exists already. The id is the existing one's, unless both came at once.
    #[error(
        "an expense of this document, or of this supplier with this number of this year, is kept already \
         and is not rejected"
    )]
    Duplicate(Option<ExpenseId>),
    /// Too many documents are being inspected.
    #[error(transparent)]
    #[refusal(internal)]
    Busy(#[from] IntakeBusy),
    /// The idempotency key was refused.
    #[error(transparent)]
    Key(#[from] IdempotencyError),
    /// The change was refused, or storage failed.
    #[error(transparent)]
    #[refusal(internal)]
    Expense(ExpenseError),
}

impl From<ExpenseError> for ExpenseFailure {
    fn from(error: ExpenseError) -> Self {
        match error {
            ExpenseError::Store(StoreError::Taken(by)) => {
                ExpenseFailure::Duplicate(by.parse().ok())
            }
            ExpenseError::Store(StoreError::Stock(shortage)) => {
                shortage_at(*shortage, "stock_lines", None).into()
            }
            other => ExpenseFailure::Expense(other),
        }
    }
}

impl From<StoreError> for ExpenseFailure {
    fn from(error: StoreError) -> Self {
        ExpenseError::from(error).into()
    }
}

impl From<UnwritableAnswer> for ExpenseFailure {
    fn from(error: UnwritableAnswer) -> Self {
        ExpenseError::from(error).into()
    }
}
