use refusals::Refusal;
use thiserror::Error;
use time::Date;

/// What is wrong with a field of an item or a stock document.
#[derive(Debug, Clone, PartialEq, Eq, Error, Refusal)]
#[refusal("stock_field")]
pub(crate) enum StockFault {
    #[error("must lie between {first} and today, {today}")]
    Day { first: i32, today: Date },
    #[error("stays {kind}")]
    OtherKind { kind: &'static str },
    #[error("is required of a transfer")]
    NoTarget,
    #[error("is the warehouse that it is taken from")]
    SameWarehouse,
    #[error("is of a transfer, not of a {kind}")]
    NotATransfer { kind: &'static str },
    #[error("must have at least 1 line")]
    NoLines,
    #[error("must have at most {most} lines")]
    TooManyLines { most: usize },
    #[error("is counted on another line already")]
    CountedTwice,
    #[error("is of what comes: what is taken is taken at average cost")]
    CostOfIssue,
    #[error("stays {unit}: its stock is counted in it")]
    OtherUnit { unit: &'static str },
}
