use crate::{ports::Ports, retry::MayConflict};
use access::{Credential, OrganizationId};
use events::{ParticipantSource, Unwritable};
use organizations::OrganizationError;
use peppol_connector::{
    identifiers::{Network, ParticipantId},
    ports::AccountStore,
    registration::{
        AccountRecord, PARTICIPANT_TAKEN, PeppolAccount, RegistrationChange, registration_failed,
    },
};
use persistence::StoreError;
use time::OffsetDateTime;

/// Why a change of a registration was not stored.
#[derive(Debug, thiserror::Error, refusals::Refusal)]
#[refusal("enrollment")]
pub enum KeepError {
    /// Another organization of this installation is enrolled under the participant.
    #[error("another organization is enrolled as {participant}", participant = .0)]
    Taken(ParticipantId),
    /// Storage failed, or another writer changed the registration at the same time.
    #[error(transparent)]
    #[refusal(internal)]
    Store(#[from] StoreError),
    /// The event cannot be serialized.
    #[error(transparent)]
    #[refusal(internal)]
    Event(#[from] Unwritable),
}

impl MayConflict for KeepError {
    fn is_conflict(&self) -> bool {
        matches!(self, KeepError::Store(StoreError::Conflict))
    }
}

/// Stores a change with its event.
pub(super) async fn keep<S: AccountStore>(
    store: &S,
    organization: OrganizationId,
    before: &AccountRecord,
    change: &RegistrationChange,
    now: OffsetDateTime,
) -> Result<(), KeepError> {
    let events = change.published(organization)?;
    let (after, entry) = (&change.after, change.entry());
    Ok(store.change_account(organization, before, after, entry, &events, now).await?)
}

/// The participant and the network of a registration, and its cause.
pub(super) struct Attempt<'a> {
    /// The caller; `None` for a person who follows a link in a mail.
    pub(super) by: Option<Credential>,
    pub(super) participant: &'a ParticipantId,
    pub(super) network: Network,
    pub(super) source: ParticipantSource,
}

impl Attempt<'_> {
    /// Whether the participant is entered in the network's registry (SML) after this change, so that it receives here.
    pub(super) fn is_entered<P: Ports>(&self, ports: &P, change: &RegistrationChange) -> bool {
        ports.enters_participants(self.network)
            && change.after.account == PeppolAccount::Enrolled(self.network)
    }

    /// Publishes the failure as an event; the registration is unchanged.
    pub(super) async fn failed<S: AccountStore>(
        &self,
        store: &S,
        organization: OrganizationId,
        before: &AccountRecord,
        reason: (&str, &str),
        now: OffsetDateTime,
    ) -> Result<(), KeepError> {
        let Attempt { by, participant, network, source } = self;
        let change =
            registration_failed(before, participant, *network, *source, reason, now).by(*by);
        keep(store, organization, before, &change, now).await
    }

    /// The error for a store's refusal; a participant that is taken is also published as an event.
    pub(super) async fn refused<S: AccountStore>(
        &self,
        store: &S,
        organization: OrganizationId,
        before: &AccountRecord,
        error: KeepError,
        now: OffsetDateTime,
    ) -> KeepError {
        if !matches!(error, KeepError::Store(StoreError::Taken(_))) {
            return error;
        }
        let reason = (PARTICIPANT_TAKEN, &*OrganizationError::ParticipantTaken.to_string());
        match self.failed(store, organization, before, reason, now).await {
            Ok(()) => KeepError::Taken(self.participant.clone()),
            Err(error) => error,
        }
    }
}
