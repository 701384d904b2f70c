use money::{CurrencyCode, Decimal};
use refusals::Refusal;
use thiserror::Error;
use time::Date;

/// What is wrong with a payment to record.
#[derive(Debug, Clone, PartialEq, Eq, Error, Refusal)]
pub(crate) enum PaymentFault {
    #[error("exceeds what is outstanding: all of it is paid")]
    AllPaid,
    #[error("exceeds what is outstanding, {outstanding} {currency}")]
    TooMuch { outstanding: Decimal, currency: CurrencyCode },
    #[error("must not lie after today, {today} in Europe/Bratislava")]
    DateToCome { today: Date },
}
