//! The ports of the connector. Their errors use the terms of the domain.

mod accounts;
mod audit;
mod credit;
mod flight;
mod inbox;
mod network;
mod settings;
mod statuses;
mod submissions;
mod verification;
mod volume;

pub use accounts::AccountStore;
pub use audit::AuditStore;
pub use credit::CreditStore;
pub use flight::FlightStore;
pub use inbox::InboxStore;
pub use network::{
    AccessPoint, DeliveryError, DirectoryError, DocumentValidator, ParticipantDirectory, Receipt,
    ReceivingPoint, Registration, ValidatorUnavailable,
};
pub use settings::SendSettingsStore;
pub use statuses::StatusStore;
pub use submissions::{AttemptOutcome, SubmissionLists, SubmissionStore};
pub use verification::{TokenVerifier, VerificationError};
pub use volume::VolumeStore;

use std::error::Error;

/// The source of an error, for the log.
pub type Cause = Box<dyn Error + Send + Sync>;
