use money::{Currency, Decimal};
use refusals::Refusal;
use thiserror::Error;

/// What is wrong with an edit, given the stored invoice.
#[derive(Debug, Clone, PartialEq, Eq, Error, Refusal)]
pub(crate) enum EditFault {
    #[error("must stay in {year}: its number counts in that year")]
    OtherYear { year: i32 },
    #[error("come to less than what is paid, {paid} {currency}")]
    LessThanPaid { paid: Decimal, currency: Currency },
}
