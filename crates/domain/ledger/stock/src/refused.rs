use events::Unwritable;
use idempotency::UnwritableAnswer;
use invoicing::{Unit, Violations};
use money::Decimal;
use persistence::StoreError;

/// Why a movement is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
pub enum StockRefused {
    /// 400; 404 when a named record does not exist.
    #[error("{0}")]
    Invalid(Violations),
    /// The level of an item that must not go below zero would.
    #[error("{asked} {unit} of {name} cannot be taken: {there} are there, and the item must not go below zero", unit = .unit.name())]
    TooLow {
        /// Of the item.
        name: String,
        /// Of the item.
        unit: Unit,
        /// The quantity there is.
        there: Decimal,
        /// The quantity to be taken.
        asked: Decimal,
    },
    /// A confirmed document cannot be changed.
    #[error("the document is confirmed as {number} and stays as it is", number = .0)]
    Confirmed(String),
    /// A warehouse has one open count at a time.
    #[error("another count of this warehouse is a draft: confirm or delete it first")]
    CountOpen,
    /// The quantity exceeds the maximum of a level.
    #[error("the quantity or its value would be larger than a level of the stock holds")]
    TooMuch,
    /// An item or a warehouse no longer exists.
    #[error("an item or a warehouse is not there")]
    Missing,
}

impl StockRefused {
    /// The error code of the answer; `None` for violations.
    #[must_use]
    pub const fn code(&self) -> Option<&'static str> {
        match self {
            StockRefused::Invalid(_) | StockRefused::Missing => None,
            StockRefused::TooLow { .. } => Some("STOCK_TOO_LOW"),
            StockRefused::Confirmed(_) => Some("STOCK_DOCUMENT_CONFIRMED"),
            StockRefused::CountOpen => Some("STOCK_COUNT_OPEN"),
            StockRefused::TooMuch => Some("STOCK_TOO_MUCH"),
        }
    }
}

/// Why nothing was stored.
#[derive(Debug, thiserror::Error)]
pub enum StockError {
    /// The decision refused it.
    #[error(transparent)]
    Refused(#[from] StockRefused),
    /// An event cannot be serialized.
    #[error(transparent)]
    Event(#[from] Unwritable),
    /// An answer cannot be serialized.
    #[error(transparent)]
    Answer(#[from] UnwritableAnswer),
    /// Storage failures.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<Violations> for StockError {
    fn from(found: Violations) -> Self {
        StockRefused::Invalid(found).into()
    }
}
