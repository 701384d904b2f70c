use crate::{idempotent::IdempotencyError, retry::MayConflict};
use idempotency::UnwritableAnswer;
use invoicing::{Violations, records::BankAccountRefusal};
use organizations::LiveKeyNeeded;
use persistence::StoreError;
use refusals::Reason;

/// Why a record cannot be changed, apart from its fields.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
pub(crate) enum RecordRefused {
    #[error("the bank account was retired: make a new one")]
    AccountRetired,
    #[error("the vehicle was retired: make a new one")]
    VehicleRetired,
    #[error("the customer was retired: make a new one")]
    CustomerRetired,
    #[error("another vehicle has the plate {plate}")]
    PlateTaken { plate: String },
    #[error("is the customer itself: name another one")]
    SameCustomer,
    #[error("there is no such customer in use")]
    NoCustomer,
    #[error("contract not found")]
    NoContract,
}

/// Why a record was not made or changed.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The input has violations.
    #[error(transparent)]
    Invalid(#[from] Violations),
    /// It conflicts with the organization's other records; the text says how.
    #[error("{0}")]
    Refused(Reason),
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
    /// The refusal of a change for a reason of its own.
    pub(super) fn refused(why: RecordRefused) -> Self {
        Self::Refused(why.into())
    }
}

impl From<BankAccountRefusal> for RecordError {
    fn from(refusal: BankAccountRefusal) -> Self {
        match refusal {
            BankAccountRefusal::Invalid(violations) => violations.into(),
            BankAccountRefusal::NotInUse => StoreError::NotFound.into(),
            refusal @ (BankAccountRefusal::Taken(..) | BankAccountRefusal::TooMany) => {
                RecordError::Refused(refusal.into())
            }
        }
    }
}

impl MayConflict for RecordError {
    fn is_conflict(&self) -> bool {
        matches!(self, RecordError::Store(StoreError::Conflict))
    }
}
