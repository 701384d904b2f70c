//! A change of a registration in the network, with its event.

use crate::{
    audit::{AccountAudit, AuditAction},
    identifiers::{Network, PARTICIPANT_SCHEME, ParticipantId},
    registration::account::AccountRecord,
};
use access::{Credential, OrganizationId};
use events::{Data, Event, NewEvent, ParticipantSource, SmpRegistration, Unwritable};
use time::OffsetDateTime;

/// A change of a registration, which a store writes in one transaction.
#[derive(Debug, Clone, PartialEq)]
pub struct RegistrationChange {
    /// The account after the change.
    pub after: AccountRecord,
    /// The network of the audit log line.
    pub network: Network,
    /// The kind of the audit log line.
    pub audit: AuditAction,
    /// The detail of the audit log line.
    pub detail: Option<String>,
    /// The event to publish; `None` while the network's registry (SML) does not have the participant yet.
    pub event: Option<Data>,
    /// The time of the event.
    pub at: OffsetDateTime,
    /// The credential that requested it; `None` when the network's registry or a link in a mail caused it.
    pub actor: Option<Credential>,
}

impl RegistrationChange {
    /// The same change with its actor.
    #[must_use]
    pub fn by(self, actor: Option<Credential>) -> Self {
        Self { actor, ..self }
    }

    /// The audit log line of the change.
    #[must_use]
    pub fn entry(&self) -> AccountAudit<'_> {
        let detail = self.detail.as_deref();
        AccountAudit { network: self.network, action: self.audit, detail, actor: self.actor }
    }

    /// The events to store with the change.
    ///
    /// # Errors
    /// [`Unwritable`] for a time that cannot be serialized.
    pub fn published(&self, organization: OrganizationId) -> Result<Vec<NewEvent>, Unwritable> {
        let event = |data: &Data| {
            let (at, data) = (self.at, data.clone());
            NewEvent::of(&Event { organization, at, data }, None)
        };
        self.event.iter().map(event).collect()
    }

    /// The same change without its event, when the network's registry is asked afterwards:
    /// [`crate::registration::entered`] or [`crate::registration::entry_refused`] publishes the result.
    #[must_use]
    pub fn before_its_entry(self) -> Self {
        Self { event: None, ..self }
    }
}

/// A registration in the format of events.
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
