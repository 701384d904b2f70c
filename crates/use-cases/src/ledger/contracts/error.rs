use crate::{idempotent::IdempotencyError, retry::MayConflict};
use idempotency::UnwritableAnswer;
use invoicing::Violations;
use persistence::StoreError;

/// Why a contract was not made or changed.
#[derive(Debug, thiserror::Error, refusals::Refusal)]
pub enum ContractError {
    /// The request has violations.
    #[error(transparent)]
    Invalid(#[from] Violations),
    /// The contract is cancelled.
    #[error("the contract was cancelled: make a new one")]
    Cancelled,
    /// The caller named an earlier version; the number is the current one.
    #[error("the contract has the version {version} by now: read it again", version = .0)]
    Stale(i32),
    /// The idempotency key was refused.
    #[error(transparent)]
    Key(#[from] IdempotencyError),
    /// The answer cannot be serialized.
    #[error(transparent)]
    #[refusal(internal)]
    Unwritable(#[from] UnwritableAnswer),
    /// The contract does not exist, or storage failed.
    #[error(transparent)]
    #[refusal(internal)]
    Store(#[from] StoreError),
}

impl MayConflict for ContractError {
    fn is_conflict(&self) -> bool {
        matches!(self, ContractError::Store(StoreError::Conflict))
    }
}
