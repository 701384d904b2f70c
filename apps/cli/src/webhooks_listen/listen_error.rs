//! Errors that an integrator has to fix.

/// Why listening ended.
#[derive(Debug, thiserror::Error)]
pub(super) enum ListenError {
    #[error("name the organization of the key: --organization or BILLHOOK_ORGANIZATION")]
    NoOrganization,
    #[error("--events: {0}")]
    Event(#[from] events::UnknownEvent),
    #[error("the service cannot be reached")]
    Unreachable(#[from] reqwest::Error),
    #[error("the service answered {status}: {text}")]
    Refused { status: u16, text: String },
    #[error(
        "the service delivers nothing to {url}: an address of this machine needs \
         BILLHOOK_WEBHOOK_ALLOW_LOOPBACK=true where the service runs, and the service on the same machine; else name a \
         public https address that leads here (a tunnel) by --public-url. It answered: {text}"
    )]
    Loopback { url: String, text: String },
    #[error("the service answered what is no answer of Billhook")]
    Answer,
}
