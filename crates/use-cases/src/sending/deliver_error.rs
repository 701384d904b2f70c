//! Why a send could not go on.

use events::Unwritable;
use persistence::StoreError;

/// Why an attempt could not be made or kept. The job's lease brings it back.
#[derive(Debug, thiserror::Error)]
pub enum DeliverError {
    /// Storage.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// An event that cannot be written.
    #[error(transparent)]
    Unwritable(#[from] Unwritable),
}
