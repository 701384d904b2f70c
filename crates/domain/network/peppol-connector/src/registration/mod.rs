//! Registrations in the network: enrolling, deactivating, and the rules of the environments.

mod account;
mod deactivation;
mod enrollment;
mod environment;
mod peppol_status;
mod register;
mod registration_change;

pub use account::{AccountRecord, CannotSend, PeppolAccount, RegisteredElsewhere};
pub use deactivation::{CannotDeactivate, deactivate};
pub use enrollment::{
    EnrollDecision, EnrollError, EnrollmentStatus, HeldBy, MAX_TOKEN_LENGTH, decide_enrollment,
    read_token,
};
pub use environment::{
    AUTO_ENROLL, Column, DEPRECATION, Environment, RegistrationAtCreation, SUNSET,
    SendWithoutAccount, TokenRule, Warning, deprecation_link,
};
pub use peppol_status::PeppolStatus;
pub(crate) use register::HeldElsewhere;
pub use register::{
    CannotRegister, PARTICIPANT_TAKEN, entered, entry_refused, register, register_sender,
    registrable, registration_failed,
};
pub use registration_change::RegistrationChange;
