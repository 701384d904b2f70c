//! Why a document of another access point is refused.

use crate::{retry::MayConflict, sending::deliver_error::DeliverError};
use events::Unwritable;
use peppol_connector::{
    identifiers::ParticipantId,
    inbox::{ArrivingDocument, TooMuchReceived},
    ports::DirectoryError,
};
use persistence::StoreError;

/// Why a document is refused.
#[derive(Debug, thiserror::Error)]
pub enum ReceiveError {
    /// No organization receives here under the identifier; the sender gets this error.
    #[error("{0} does not receive here")]
    NotServed(ParticipantId),
    /// The receiver's daily limit is reached.
    #[error(transparent)]
    TooMuch(#[from] TooMuchReceived),
    /// The message id was used before, for another organization.
    #[error("a message with this id came before, for another participant")]
    IdTaken,
    /// Storage failed; the sender may retry.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// An event cannot be serialized.
    #[error(transparent)]
    Unwritable(#[from] Unwritable),
    /// The directory cannot say now whether the sender may send it; the sender may retry.
    #[error(transparent)]
    Directory(DirectoryError),
}

impl MayConflict for ReceiveError {
    fn is_conflict(&self) -> bool {
        matches!(self, Self::Store(StoreError::Conflict))
    }
}

impl From<DeliverError> for ReceiveError {
    fn from(error: DeliverError) -> Self {
        match error {
            DeliverError::Store(error) => Self::Store(error),
            DeliverError::Unwritable(error) => Self::Unwritable(error),
        }
    }
}

/// The error for a document that was not stored.
pub(crate) fn not_kept(arriving: &ArrivingDocument, error: StoreError) -> ReceiveError {
    match error {
        // the organization was deregistered and deleted in the meantime
        StoreError::NotFound => ReceiveError::NotServed(arriving.receiver.clone()),
        StoreError::Taken(_) => ReceiveError::IdTaken,
        error => ReceiveError::Store(error),
    }
}
