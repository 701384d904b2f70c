//! Errors that interrupt a send.

use events::Unwritable;
use persistence::StoreError;

/// Why an attempt could not be made or stored. The job is claimed again after its lease expires.
#[derive(Debug, thiserror::Error)]
pub enum DeliverError {
    /// Storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// An event cannot be serialized.
    #[error(transparent)]
    Unwritable(#[from] Unwritable),
}
