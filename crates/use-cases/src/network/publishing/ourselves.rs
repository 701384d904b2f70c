use peppol_connector::identifiers::ParticipantId;
use peppol_publishing::{ParticipantRegistry, RegistryError, differences};

/// The state of this provider's own identifier in the registry; message level statuses are addressed to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OwnEntry {
    /// Newly entered for our SMP.
    Made,
    /// Was entered for our SMP before.
    ThereBefore,
    /// Entered for another SMP; the text is the registry's answer.
    HeldElsewhere(String),
}

/// Enters the identifier of this provider. The registry refuses a participant that any SMP has entered already; its
/// list tells whether that is ours.
///
/// # Errors
/// [`RegistryError`].
pub async fn enter_ourselves(
    registry: &impl ParticipantRegistry,
    id: &ParticipantId,
) -> Result<OwnEntry, RegistryError> {
    let why = match registry.create(id).await {
        Ok(()) => return Ok(OwnEntry::Made),
        Err(RegistryError::Refused(why)) => why,
        Err(error) => return Err(error),
    };
    let listed = registry.list().await?;
    let is_ours = differences([id], &listed).missing.is_empty();
    Ok(if is_ours { OwnEntry::ThereBefore } else { OwnEntry::HeldElsewhere(why) })
}
