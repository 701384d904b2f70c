//! Keeps the network's registry (SML) in step with the registrations: participants are entered, migrated and removed.

mod cards;
mod certificate_mail;
mod compare;
mod enter;
mod migrate;
mod ourselves;
mod published;

pub use cards::update_directory;
pub use certificate_mail::{DatedCertificate, mail_of_certificates};
pub use compare::{
    Comparison, compare_registries, compare_registry, enter_missing, registered_participants,
    still_different,
};
pub use enter::enter_participants;
pub(crate) use enter::prepare;
pub use migrate::{ReleaseError, release_participant};
pub use ourselves::{OwnEntry, enter_ourselves};
pub use published::{business_card, entry_of, is_to_be_removed, published};

use events::Unwritable;
use peppol_publishing::RegistryError;
use persistence::StoreError;

/// Why the registry was not updated.
#[derive(Debug, thiserror::Error)]
pub enum PublishingError {
    /// Storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// An event cannot be serialized.
    #[error(transparent)]
    Unwritable(#[from] Unwritable),
    /// The registry failed or refused.
    #[error(transparent)]
    Registry(#[from] RegistryError),
}

impl crate::retry::MayConflict for PublishingError {
    fn is_conflict(&self) -> bool {
        matches!(self, Self::Store(StoreError::Conflict))
    }
}
