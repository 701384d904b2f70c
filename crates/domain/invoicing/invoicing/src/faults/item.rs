use money::{AmountError, Currency, Decimal};
use refusals::Refusal;
use thiserror::Error;
use vat_categories::TaxTreatment;

/// What is wrong with the lines.
#[derive(Debug, Clone, PartialEq, Eq, Error, Refusal)]
pub enum ItemFault {
    #[error("must have at least 1 item")]
    None,
    #[error("must have at most {most} items")]
    TooMany { most: usize },
    #[error("times unit_price is {net} {currency}, and {currency} has no cents")]
    Cents { net: Decimal, currency: Currency },
    #[error("must be greater than 0")]
    QuantityNotAboveZero,
    #[error("times unit_price is too much: {reason}")]
    TooMuch { reason: AmountError },
    #[error("is required: there is no warehouse in use")]
    NoWarehouse,
    #[error("is of a line that names stock_item_id")]
    NoStockItem,
    #[error(
        "must be {expected}, as on items[{first}]: all lines with the same rate share the treatment"
    )]
    OtherTreatment { expected: TaxTreatment, first: usize },
}
