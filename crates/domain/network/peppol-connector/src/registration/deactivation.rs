//! Gives up a registration in a network.

use crate::{
    audit::AuditAction,
    identifiers::Network,
    registration::{
        account::{AccountRecord, PeppolAccount},
        registration_change::{RegistrationChange, smp_registration},
    },
};
use events::{Data, ParticipantDeactivated, ParticipantSource};
use time::OffsetDateTime;

/// Why a registration cannot be given up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error, refusals::Refusal)]
pub enum CannotDeactivate {
    /// There was no registration.
    #[error("the organization was never enrolled")]
    NeverEnrolled,
    /// It is registered in the other network (Versioning 4).
    #[error("the organization is registered in the {network} network; use a {network} key", network = .0.name())]
    OtherNetwork(Network),
}

/// Deactivates the registration. `None` when it is deactivated already.
///
/// # Errors
/// [`CannotDeactivate`].
pub fn deactivate(
    before: &AccountRecord,
    key: Network,
    now: OffsetDateTime,
) -> Result<Option<RegistrationChange>, CannotDeactivate> {
    let network = match before.account {
        PeppolAccount::None => return Err(CannotDeactivate::NeverEnrolled),
        PeppolAccount::Deactivated(_) => return Ok(None),
        PeppolAccount::Enrolled(network) | PeppolAccount::SendOnly(network) => network,
    };
    if network != key {
        return Err(CannotDeactivate::OtherNetwork(network));
    }
    let participant = before.participant.as_ref().ok_or(CannotDeactivate::NeverEnrolled)?;
    let event = ParticipantDeactivated {
        registration: smp_registration(participant, network, ParticipantSource::ApiDeactivate),
        deactivated_at: now,
    };
    Ok(Some(RegistrationChange {
        after: AccountRecord {
            account: PeppolAccount::Deactivated(network),
            held_by: None,
            since: Some(now),
            ..before.clone()
        },
        network,
        audit: AuditAction::Deactivated,
        detail: Some(participant.to_string()),
        event: Some(Data::ParticipantDeactivated(event)),
        at: now,
        actor: None,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registration::register::tests::record;
    use Network::{Live, Test};

    const NOW: OffsetDateTime = OffsetDateTime::UNIX_EPOCH;

    #[test]
    fn a_registration_is_given_up_once_in_its_own_network() {
        for (account, key, gives_up) in [
            (PeppolAccount::None, Test, Err(CannotDeactivate::NeverEnrolled)),
            (PeppolAccount::Enrolled(Test), Test, Ok(true)),
            (PeppolAccount::SendOnly(Live), Live, Ok(true)),
            (PeppolAccount::Enrolled(Live), Test, Err(CannotDeactivate::OtherNetwork(Live))),
            (PeppolAccount::Enrolled(Test), Live, Err(CannotDeactivate::OtherNetwork(Test))),
            (PeppolAccount::Deactivated(Test), Test, Ok(false)),
            (PeppolAccount::Deactivated(Live), Test, Ok(false)),
        ] {
            let given = deactivate(&record(account), key, NOW);
            assert_eq!(given.map(|change| change.is_some()), gives_up, "{account:?} {key:?}");
        }
    }
}
