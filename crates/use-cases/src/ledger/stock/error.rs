use crate::{idempotent::IdempotencyError, retry::MayConflict};
use idempotency::UnwritableAnswer;
use invoicing::Violations;
use persistence::StoreError;
use stock::{StockError, StockRefused};

/// Why a change of the stock was not stored.
#[derive(Debug, thiserror::Error)]
pub enum StockFailure {
    /// The change was refused, or storage failed.
    #[error(transparent)]
    Stock(#[from] StockError),
    /// The idempotency key was refused.
    #[error(transparent)]
    Key(#[from] IdempotencyError),
}

impl From<Violations> for StockFailure {
    fn from(found: Violations) -> Self {
        StockError::from(found).into()
    }
}

impl From<StockRefused> for StockFailure {
    fn from(refused: StockRefused) -> Self {
        StockError::from(refused).into()
    }
}

impl From<StoreError> for StockFailure {
    fn from(error: StoreError) -> Self {
        StockError::from(error).into()
    }
}

impl From<UnwritableAnswer> for StockFailure {
    fn from(error: UnwritableAnswer) -> Self {
        StockError::from(error).into()
    }
}

impl MayConflict for StockFailure {
    fn is_conflict(&self) -> bool {
        matches!(self, StockFailure::Stock(StockError::Store(StoreError::Conflict)))
    }
}

/// The record that has a value already which must be unique.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
pub(crate) enum ValueTaken {
    #[error("another item has it")]
    OfItem,
    #[error("another warehouse has it")]
    OfWarehouse,
}

/// The violation for a value that another row has already.
pub(super) fn refuse_taken(error: StoreError, field: &str, by: ValueTaken) -> StockFailure {
    match error {
        StoreError::Taken(_) => {
            let mut found = Violations::new();
            found.add_conflict(field, by);
            found.into()
        }
        error => error.into(),
    }
}
