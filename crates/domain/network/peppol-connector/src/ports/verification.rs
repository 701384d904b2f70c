use super::Cause;
use crate::identifiers::ParticipantId;
use std::future::Future;

/// Why the tax authority did not confirm a token.
#[derive(Debug, thiserror::Error)]
pub enum VerificationError {
    /// It does not know the token, or not for this participant.
    #[error("the token is not valid")]
    Invalid,
    /// It does not answer: nothing is known of the token.
    #[error("the tax authority cannot be asked")]
    Unreachable(#[source] Cause),
    /// This installation has no way to ask it, and will have none until its operator sets one up.
    #[error("this installation has no connection to the tax authority")]
    NotConfigured,
}

/// Asks the tax authority about the token of an enrollment (Versioning 3, "verified with the tax
/// authority"). Asked for live keys alone: live keys never simulate.
pub trait TokenVerifier: Send + Sync {
    /// Whether the token allows this provider to register the participant. `migration_code` moves it
    /// from another provider.
    ///
    /// # Errors
    /// [`VerificationError`].
    fn verify(
        &self,
        participant: &ParticipantId,
        token: &str,
        migration_code: Option<&str>,
    ) -> impl Future<Output = Result<(), VerificationError>> + Send;
}
