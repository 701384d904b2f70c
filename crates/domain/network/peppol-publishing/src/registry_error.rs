use peppol_connector::ports::Cause;

/// Why the registry did not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum RegistryError {
    /// It knows no such participant, SMP or migration.
    #[error("the registry does not know it: {0}")]
    NotFound(String),
    /// It is against its rules: a participant that is entered already, here or elsewhere.
    #[error("the registry refuses: {0}")]
    Refused(String),
    /// It does not take our certificate: nothing can be done until the operator has changed it.
    #[error("the registry does not take our certificate: {0}")]
    Unauthorized(String),
    /// It did not answer, or failed: what was asked for may have been done.
    #[error("the registry gave no answer")]
    Unavailable(#[source] Cause),
}
