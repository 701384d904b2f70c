use super::Cause;
use crate::identifiers::ParticipantId;
use std::future::Future;

/// Why the tax authority did not verify a token.
#[derive(Debug, thiserror::Error)]
pub enum VerificationError {
    /// The authority does not know the token, or not for this participant.
    #[error("the token is not valid")]
    Invalid,
    /// The authority does not answer, so the token's validity is unknown.
    #[error("the tax authority cannot be asked")]
    Unreachable(#[source] Cause),
    /// This installation is not connected to the authority until its operator configures it.
    #[error("this installation has no connection to the tax authority")]
    NotConfigured,
}

/// Verifies enrollment tokens with the tax authority (Versioning 3, "verified with the tax authority"). Only called
/// for live keys, which never simulate.
pub trait TokenVerifier: Send + Sync {
    /// Verifies that the token allows this provider to register the participant. `migration_code` moves the
    /// participant from another provider.
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
