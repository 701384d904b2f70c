//! A change of a registration in the network, with what is published of it.

use crate::{
    audit::{AccountAudit, AuditAction},
    identifiers::{Network, PARTICIPANT_SCHEME, ParticipantId},
    registration::account::AccountRecord,
};
use access::{Credential, OrganizationId};
use events::{Data, Event, NewEvent, ParticipantSource, SmpRegistration, Unwritable};
use time::OffsetDateTime;

/// A change of a registration, as a store keeps it in one transaction.
#[derive(Debug, Clone, PartialEq)]
pub struct RegistrationChange {
    /// The account after the change.
    pub after: AccountRecord,
    /// The line of the audit log: in which network,
    pub network: Network,
    /// what happened,
    pub audit: AuditAction,
    /// and its detail.
    pub detail: Option<String>,
    /// What is published; nothing while the network's registry does not have the participant yet.
    pub event: Option<Data>,
    /// The time of the event.
    pub at: OffsetDateTime,
    /// Who asked for it; `None` of what the registry of the network or a link in a mail brings.
    pub actor: Option<Credential>,
}

impl RegistrationChange {
    /// The same change with its actor.
    #[must_use]
    pub fn by(self, actor: Option<Credential>) -> Self {
        Self { actor, ..self }
    }

    /// What is entered in the audit log.
    #[must_use]
    pub fn entry(&self) -> AccountAudit<'_> {
        let detail = self.detail.as_deref();
        AccountAudit { network: self.network, action: self.audit, detail, actor: self.actor }
    }

    /// The events, to be kept with the change.
    ///
    /// # Errors
    /// [`Unwritable`] for a time that cannot be written.
    pub fn published(&self, organization: OrganizationId) -> Result<Vec<NewEvent>, Unwritable> {
        let event = |data: &Data| {
            let (at, data) = (self.at, data.clone());
            NewEvent::of(&Event { organization, at, data }, None)
        };
        self.event.iter().map(event).collect()
    }

    /// The same where the registry of the network is asked afterwards: [`crate::registration::entered`] or
    /// [`crate::registration::entry_refused`] publishes what becomes of it.
    #[must_use]
    pub fn before_its_entry(self) -> Self {
        Self { event: None, ..self }
    }
}

/// As events name a registration.
pub(crate) fn smp_registration(
    participant: &ParticipantId,
    network: Network,
    source: ParticipantSource,
) -> SmpRegistration {
    SmpRegistration {
        participant_id: participant.to_string(),
        scheme: PARTICIPANT_SCHEME.to_owned(),
        mode: network.tier(),
        source,
    }
}
