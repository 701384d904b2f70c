use super::{api_error::ApiError, service_refused::ServiceRefused};
use bank_statements::{Fault, MAX_BYTES, ProposalError, ReadError};
use invoicing::{
    Violations,
    paying::{PaymentError, PaymentRefused},
};
use refusals::Reason;
use runtime::gate::Busy;
use use_cases::{
    invoicing::payments::ChangePaymentsError,
    ledger::{bank_statements::StatementError, statement_mappings::MappingError},
};

impl From<ReadError> for ApiError {
    fn from(error: ReadError) -> Self {
        if error.fault == Fault::TooLarge {
            return ApiError::TooLarge(MAX_BYTES);
        }
        invalid(error.place.to_string(), error.fault)
    }
}

impl From<StatementError> for ApiError {
    fn from(error: StatementError) -> Self {
        match error {
            StatementError::Refused(refused) => invalid(refused.field(), refused),
            // all retries met an invoice that had changed in the meantime
            StatementError::Payment(PaymentError::Refused(_)) => {
                ApiError::Conflict(ServiceRefused::InvoicesChange.into())
            }
            StatementError::Payment(other) => ChangePaymentsError::Payment(other).into(),
            StatementError::Busy(busy) => Busy::from(busy).into(),
        }
    }
}

impl From<MappingError> for ApiError {
    fn from(error: MappingError) -> Self {
        match error {
            MappingError::Invalid(found) => ApiError::Invalid(found),
            MappingError::TooMany => ApiError::Conflict(error.into()),
            MappingError::Store(error) => error.into(),
        }
    }
}

impl From<ProposalError> for ApiError {
    fn from(error: ProposalError) -> Self {
        match error {
            ProposalError::Refused(refused) => ApiError::Conflict(refused.into()),
            ProposalError::Invoice(unfit) => invalid("invoice_id".to_owned(), unfit),
            ProposalError::Payment(PaymentError::Refused(refused @ PaymentRefused::Status(_))) => {
                ApiError::Conflict(refused.into())
            }
            ProposalError::Payment(other) => ChangePaymentsError::Payment(other).into(),
            ProposalError::Store(error) => error.into(),
        }
    }
}

/// A single violation at a place in the statement.
fn invalid(field: String, message: impl Into<Reason>) -> ApiError {
    let mut found = Violations::new();
    found.add(if field == "body" { String::new() } else { field }, message);
    ApiError::Invalid(found)
}
