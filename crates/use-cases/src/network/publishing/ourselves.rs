use peppol_connector::identifiers::ParticipantId;
use peppol_publishing::{ParticipantRegistry, RegistryError, differences};

/// Where our own identifier is entered, to which message level statuses come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OwnEntry {
    /// For our SMP, from now on.
    Made,
    /// For our SMP, before.
    ThereBefore,
    /// For another SMP, and not for ours; what the registry says of it.
    HeldElsewhere(String),
}

/// Enters the identifier of this provider. The registry refuses whoever is entered already, for whichever SMP: its list
/// says whether that is ours.
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
