//! Who confirms the tokens of live enrollments.

use crate::config::LiveNetwork;
use peppol_connector::{ParticipantId, TokenVerifier, VerificationError};

/// No service of the tax authority is configured: there is none yet.
#[derive(Debug, thiserror::Error)]
#[error("no tax authority is configured")]
struct NotConfigured;

/// The tax authority, as far as this installation has one: with `BILLHOOK_LIVE_NETWORK=sandbox`
/// every token is valid, for development.
#[derive(Debug, Clone, Copy)]
pub struct TaxAuthority {
    live: LiveNetwork,
}

impl TaxAuthority {
    /// The authority for what serves live keys.
    #[must_use]
    pub const fn new(live: LiveNetwork) -> Self {
        Self { live }
    }
}

impl TokenVerifier for TaxAuthority {
    async fn verify(
        &self,
        _: &ParticipantId,
        _: &str,
        _: Option<&str>,
    ) -> Result<(), VerificationError> {
        match self.live {
            LiveNetwork::Sandbox => Ok(()),
            LiveNetwork::None | LiveNetwork::Peppol => {
                Err(VerificationError::Unreachable(NotConfigured.into()))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::network_contract::token_verifier::{Authority, VerifierUnderTest};

    struct Settings;

    impl VerifierUnderTest for Settings {
        type Verifier = TaxAuthority;

        async fn verifier(&self, authority: Authority) -> Option<TaxAuthority> {
            match authority {
                Authority::Knows => Some(TaxAuthority::new(LiveNetwork::Sandbox)),
                // the sandbox takes every token
                Authority::KnowsNone => None,
                Authority::Silent => Some(TaxAuthority::new(LiveNetwork::None)),
            }
        }
    }

    async fn settings() -> Option<Settings> {
        Some(Settings)
    }

    testkit::token_verifier_contract!(settings);
}
