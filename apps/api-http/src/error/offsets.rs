use super::api_error::ApiError;
use ::expenses::{ExpenseError, ExpenseRefused};
use ::offsets::{OffsetError, OffsetRefused};
use actix_web::http::StatusCode;
use invoicing::paying::PaymentError;
use runtime::gate::Busy;
use use_cases::ledger::{expenses::ExpenseFailure, offsets::OffsetFailure};

impl From<ExpenseFailure> for ApiError {
    fn from(error: ExpenseFailure) -> Self {
        match error {
            ExpenseFailure::Invalid(violations) => violations.into(),
            ExpenseFailure::NotAnExpense(why) => {
                ApiError::InvalidField { field: "received_document_id", message: why.into() }
            }
            ExpenseFailure::Busy(busy) => Busy::from(busy).into(),
            ExpenseFailure::Key(error) => error.into(),
            ExpenseFailure::Expense(error) => error.into(),
            ref error @ ExpenseFailure::Duplicate(Some(first)) => {
                ApiError::duplicate("expense_id", &first, error.into())
            }
            error @ ExpenseFailure::Duplicate(None) => ApiError::Conflict(error.into()),
        }
    }
}

impl From<ExpenseError> for ApiError {
    fn from(error: ExpenseError) -> Self {
        match error {
            ExpenseError::Store(error) => error.into(),
            ExpenseError::Answer(error) => ApiError::internal(error),
            ExpenseError::Refused(refused) => match refused {
                ExpenseRefused::Invalid(violations) => violations.into(),
                ExpenseRefused::Payment(refused) => refused.into(),
                ExpenseRefused::NotPostable(_) => ApiError::Coded {
                    status: StatusCode::CONFLICT,
                    code: "EXPENSE_NOT_POSTABLE",
                    message: refused.into(),
                },
                ExpenseRefused::Status(..)
                | ExpenseRefused::Stale { .. }
                | ExpenseRefused::HasPayments(_) => ApiError::Conflict(refused.into()),
            },
        }
    }
}

impl From<OffsetFailure> for ApiError {
    fn from(error: OffsetFailure) -> Self {
        match error {
            OffsetFailure::Offset(error) => error.into(),
            OffsetFailure::Key(error) => error.into(),
        }
    }
}

impl From<OffsetError> for ApiError {
    fn from(error: OffsetError) -> Self {
        match error {
            OffsetError::Refused(refused) => refused.into(),
            OffsetError::Store(error) => error.into(),
            OffsetError::Expense(error) => error.into(),
            OffsetError::Invoice(PaymentError::Refused(refused)) => refused.into(),
            OffsetError::Invoice(PaymentError::Store(error)) => error.into(),
            other => ApiError::internal(other),
        }
    }
}

impl From<OffsetRefused> for ApiError {
    fn from(refused: OffsetRefused) -> Self {
        match (refused.code(), refused) {
            (_, OffsetRefused::Invalid(violations)) => violations.into(),
            (Some(code), refused) => {
                let message = refused.into();
                ApiError::Coded { status: StatusCode::BAD_REQUEST, code, message }
            }
            (None, refused) => ApiError::internal(refused),
        }
    }
}
