use crate::Place;
use events::Unwritable;
use idempotency::UnwritableAnswer;
use invoicing::{Violation, ViolationKind, Violations};
use persistence::{StockShortage, StoreError};

/// The refusal of a quantity or a value that no level holds.
pub(crate) const TOO_MUCH: StockRefused = StockRefused::Shortage(StockShortage::TooMuch);

/// A shortage at the first line that takes from its place, or else at all lines. `places` are those of the lines.
pub fn shortage_at(
    shortage: StockShortage,
    lines: &str,
    places: impl IntoIterator<Item = Option<Place>>,
) -> Violations {
    let (place, kind) = match shortage {
        StockShortage::TooLow { item, warehouse, .. } => {
            (Some(Place { item, warehouse }), ViolationKind::StockTooLow)
        }
        StockShortage::TooMuch => (None, ViolationKind::StockTooMuch),
    };
    let line = places.into_iter().position(|at| at.is_some() && at == place);
    let field = line.map_or_else(|| lines.to_owned(), |line| format!("{lines}[{line}].quantity"));
    let mut found = Violations::new();
    found.push(Violation { field, message: shortage.into(), kind });
    found
}

/// Why a movement is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
pub enum StockRefused {
    /// 400; 404 when a named record does not exist.
    #[error("{0}")]
    Invalid(Violations),
    /// A level does not allow it.
    #[error(transparent)]
    Shortage(#[from] StockShortage),
    /// A confirmed document cannot be changed.
    #[error("the document is confirmed as {number} and stays as it is", number = .0)]
    Confirmed(String),
    /// The caller named an outdated version; the number is the current one.
    #[error("the document has the version {version} by now: read it again", version = .0)]
    Stale(i32),
    /// A warehouse has one open count at a time.
    #[error("another count of this warehouse is a draft: confirm or delete it first")]
    CountOpen,
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
            StockRefused::Shortage(StockShortage::TooLow { .. }) => Some("STOCK_TOO_LOW"),
            StockRefused::Shortage(StockShortage::TooMuch) => Some("STOCK_TOO_MUCH"),
            StockRefused::Confirmed(_) => Some("STOCK_DOCUMENT_CONFIRMED"),
            StockRefused::Stale(_) => Some("CONFLICT"),
            StockRefused::CountOpen => Some("STOCK_COUNT_OPEN"),
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
