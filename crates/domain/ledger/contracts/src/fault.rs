use refusals::Refusal;
use thiserror::Error;
use time::Date;

/// What is wrong with a field of a contract.
#[derive(Debug, Clone, PartialEq, Eq, Error, Refusal)]
pub(crate) enum ContractFault {
    #[error("must not precede start_date ({start})")]
    EndBeforeStart { start: Date },
    #[error("leaves no period to invoice from today on")]
    NoPeriod,
    #[error("{{{word}}} is no placeholder: there are {known}")]
    Placeholder { word: String, known: String },
    #[error("the contract cannot be kept")]
    Unexplained,
    #[error(
        "the customer was retired: it is not for new invoices; cancel the contract and make another"
    )]
    CustomerRetired,
}
