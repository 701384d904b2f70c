use crate::{idempotent::IdempotencyError, retry::MayConflict};
use idempotency::UnwritableAnswer;
use invoicing::{Violations, records::BankAccountRefusal};
use organizations::LiveKeyNeeded;
use persistence::StoreError;

/// Why a record was not made or changed.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// Something is wrong with what was asked for.
    #[error(transparent)]
    Invalid(#[from] Violations),
    /// It does not go together with what the organization has.
    #[error("{0}")]
    Refused(String),
    /// With a test key.
    #[error(transparent)]
    LiveKey(#[from] LiveKeyNeeded),
    /// The key is in use.
    #[error(transparent)]
    Key(#[from] IdempotencyError),
    /// The answer cannot be written.
    #[error(transparent)]
    Unwritable(#[from] UnwritableAnswer),
    /// No such record, or no storage.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl RecordError {
    /// What was retired stays as it is.
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
