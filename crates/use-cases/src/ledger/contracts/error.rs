use crate::{idempotent::IdempotencyError, retry::MayConflict};
use idempotency::UnwritableAnswer;
use invoicing::Violations;
use persistence::StoreError;

/// Why a contract was not made or changed.
#[derive(Debug, thiserror::Error)]
pub enum ContractError {
    /// Something is wrong with what was asked for.
    #[error(transparent)]
    Invalid(#[from] Violations),
    /// It is over for good.
    #[error("the contract was cancelled: make a new one")]
    Cancelled,
    /// The change was decided on an earlier version.
    #[error("the contract has the version {0} by now: read it again")]
    Stale(i32),
    /// The key is in use.
    #[error(transparent)]
    Key(#[from] IdempotencyError),
    /// The answer cannot be written.
    #[error(transparent)]
    Unwritable(#[from] UnwritableAnswer),
    /// No such contract, or no storage.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl MayConflict for ContractError {
    fn is_conflict(&self) -> bool {
        matches!(self, ContractError::Store(StoreError::Conflict))
    }
}
