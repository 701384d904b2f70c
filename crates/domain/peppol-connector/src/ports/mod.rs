//! What the connector needs of the world. All errors are in words of the domain.

mod accounts;
mod credit;
mod inbox;
mod network;
mod settings;
mod submissions;
mod trail;
mod verification;

pub use crate::page::{Page, Position};
pub use accounts::AccountStore;
pub use credit::CreditStore;
pub use inbox::InboxStore;
pub use network::{
    AccessPoint, DeliveryError, DirectoryError, DocumentValidator, ParticipantDirectory, Receipt,
    ReceivingPoint, Registration, ValidatorUnavailable,
};
pub use settings::SendSettingsStore;
pub use submissions::{AttemptOutcome, SubmissionLists, SubmissionStore};
pub use trail::TrailStore;
pub use verification::{TokenVerifier, VerificationError};

use std::error::Error;

/// The source of an error, for the log.
pub type Cause = Box<dyn Error + Send + Sync>;

/// What may go wrong in a store.
#[derive(Debug, thiserror::Error)]
pub enum ConnectorStoreError {
    /// There is no such object for this organization.
    #[error("not found")]
    NotFound,
    /// The credit went to another send in the meantime: decide again.
    #[error("not enough credit")]
    Insufficient,
    /// The number, the invoice's send or the participant became another's in the meantime: decide
    /// again.
    #[error("taken: {0}")]
    Taken(String),
    /// It moved in the meantime: read it and decide again.
    #[error("changed meanwhile")]
    Stale,
    /// The idempotency claim was lost to another request: nothing was kept.
    #[error("the idempotency claim was taken over")]
    ClaimLost,
    /// The storage does not answer as it should.
    #[error("storage")]
    Backend(#[source] Cause),
}
