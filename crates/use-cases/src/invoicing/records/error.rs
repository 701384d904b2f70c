use crate::{idempotent::IdempotencyError, retry::MayConflict};
use idempotency::UnwritableAnswer;
use invoicing::{Violations, records::BankAccountRefusal};
use organizations::LiveKeyNeeded;
use persistence::StoreError;

/// Why a record was not made or changed.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The input has violations.
    #[error(transparent)]
    Invalid(#[from] Violations),
    /// It conflicts with the organization's other records; the text says how.
    #[error("{0}")]
    Refused(String),
    /// A test key cannot change this record.
    #[error(transparent)]
    LiveKey(#[from] LiveKeyNeeded),
    /// The idempotency key was refused.
    #[error(transparent)]
    Key(#[from] IdempotencyError),
    /// The answer cannot be serialized.
    #[error(transparent)]
    Unwritable(#[from] UnwritableAnswer),
    /// The record does not exist, or storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl RecordError {
    /// The refusal of a change to a retired record.
    pub(super) fn retired(what: &str) -> Self {
        Self::Refused(format!("the {what} was retired: make a new one"))
    }
}

impl From<BankAccountRefusal> for RecordError {
    fn from(refusal: BankAccountRefusal) -> Self {
        match refusal {
            BankAccountRefusal::Invalid(violations) => violations.into(),
            BankAccountRefusal::NotInUse => StoreError::NotFound.into(),
            refusal @ (BankAccountRefusal::Taken(..) | BankAccountRefusal::TooMany) => {
                RecordError::Refused(refusal.to_string())
            }
        }
    }
}

impl MayConflict for RecordError {
    fn is_conflict(&self) -> bool {
        matches!(self, RecordError::Store(StoreError::Conflict))
    }
}
