use events::Unwritable;
use idempotency::UnwritableAnswer;
use invoicing::{Unit, Violations};
use money::Decimal;
use persistence::StoreError;

/// Why stock does not move.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
pub enum StockRefused {
    /// 400, or 404 where something that it names is not there.
    #[error("{0}")]
    Invalid(Violations),
    /// An item that must not go below zero would.
    #[error("{asked} {unit} of {name} cannot be taken: {there} are there, and the item must not go below zero", unit = .unit.name())]
    TooLow {
        /// Of the item.
        name: String,
        /// Of the item.
        unit: Unit,
        /// How much there is.
        there: Decimal,
        /// How much was to be taken.
        asked: Decimal,
    },
    /// A confirmed document stays as it is.
    #[error("the document is confirmed as {number} and stays as it is", number = .0)]
    Confirmed(String),
    /// Of a warehouse one count is open at a time.
    #[error("another count of this warehouse is a draft: confirm or delete it first")]
    CountOpen,
    /// More than a level holds.
    #[error("the quantity or its value would be larger than a level of the stock holds")]
    TooMuch,
    /// An item or a warehouse that is not there any more.
    #[error("an item or a warehouse is not there")]
    Missing,
}

impl StockRefused {
    /// The code of the answer; none of what is plainly invalid.
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

/// Why nothing was kept.
#[derive(Debug, thiserror::Error)]
pub enum StockError {
    /// The decision.
    #[error(transparent)]
    Refused(#[from] StockRefused),
    /// An event that cannot be written.
    #[error(transparent)]
    Event(#[from] Unwritable),
    /// An answer that cannot be written.
    #[error(transparent)]
    Answer(#[from] UnwritableAnswer),
    /// Storage.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<Violations> for StockError {
    fn from(found: Violations) -> Self {
        StockRefused::Invalid(found).into()
    }
}
