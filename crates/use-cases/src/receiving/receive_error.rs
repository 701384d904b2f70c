//! Why a document of another access point is not taken.

use crate::{retry::MayConflict, sending::deliver_error::DeliverError};
use events::Unwritable;
use peppol_connector::{
    identifiers::ParticipantId,
    inbox::{ArrivingDocument, TooMuchReceived},
    ports::DirectoryError,
};
use persistence::StoreError;

/// Why a document is not taken.
#[derive(Debug, thiserror::Error)]
pub enum ReceiveError {
    /// No organization receives here under the identifier: the sender must know that.
    #[error("{0} does not receive here")]
    NotServed(ParticipantId),
    /// Its receiver has had too much today.
    #[error(transparent)]
    TooMuch(#[from] TooMuchReceived),
    /// Its message came before, for another organization.
    #[error("a message with this id came before, for another participant")]
    IdTaken,
    /// Storage: it may be sent again.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// An event that cannot be written.
    #[error(transparent)]
    Unwritable(#[from] Unwritable),
    /// Who may send it cannot be found out now: it may be sent again.
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

/// Why a document is not kept.
pub(crate) fn not_kept(arriving: &ArrivingDocument, error: StoreError) -> ReceiveError {
    match error {
        // it was deregistered and deleted meanwhile
        StoreError::NotFound => ReceiveError::NotServed(arriving.receiver.clone()),
        StoreError::Taken(_) => ReceiveError::IdTaken,
        error => ReceiveError::Store(error),
    }
}
