//! What an integrator has to fix.

/// Why listening ended.
#[derive(Debug, thiserror::Error)]
pub(super) enum ListenError {
    #[error("name the organization of the key: --organization or BILLHOOK_ORGANIZATION")]
    NoOrganization,
    #[error("--events: {0}")]
    Event(#[from] events::UnknownEvent),
    #[error("the service answered {status}: {text}")]
    Refused { status: u16, text: String },
    #[error("the service answered what is no answer of Billhook")]
    Answer,
}
