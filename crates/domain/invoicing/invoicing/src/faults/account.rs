use money::Currency;
use refusals::Refusal;
use thiserror::Error;

/// Why an account is not the one to pay to.
#[derive(Debug, Clone, PartialEq, Eq, Error, Refusal)]
pub(crate) enum AccountFault {
    #[error("bank account not found")]
    NotFound,
    #[error("the account is retired: name another")]
    Retired,
    #[error("must be an account in {home}, the firm's own currency")]
    NotInHomeCurrency { home: Currency },
    #[error(
        "the account is in {account}, the invoice in {currency}: name an account in {currency}"
    )]
    OtherCurrency { account: Currency, currency: Currency },
}
