use crate::{CardChange, DueCard, Entry, IndexedCard, RegistryError};
use access::OrganizationId;
use organizations::AccountChange;
use peppol_connector::identifiers::{Network, ParticipantId};
use peppol_messages::Identifier;
use persistence::{StoreError, port};
use std::future::Future;
use time::OffsetDateTime;

/// The registry in which the network looks a participant's SMP up: the SML, or a state's central SMP. Calls are
/// retried: a repeated call does no harm, and answers [`RegistryError::Refused`] or [`RegistryError::NotFound`].
pub trait ParticipantRegistry: Send + Sync {
    /// Enters a participant for our SMP.
    fn create(
        &self,
        participant: &ParticipantId,
    ) -> impl Future<Output = Result<(), RegistryError>> + Send;

    /// Removes one of ours.
    fn delete(
        &self,
        participant: &ParticipantId,
    ) -> impl Future<Output = Result<(), RegistryError>> + Send;

    /// Takes one over from the SMP that handed the key out.
    fn migrate(
        &self,
        participant: &ParticipantId,
        key: &str,
    ) -> impl Future<Output = Result<(), RegistryError>> + Send;

    /// Lets one of ours go to the SMP that knows the key.
    fn prepare_to_migrate(
        &self,
        participant: &ParticipantId,
        key: &str,
    ) -> impl Future<Output = Result<(), RegistryError>> + Send;

    /// All participants that are entered for our SMP.
    fn list(&self) -> impl Future<Output = Result<Vec<Identifier>, RegistryError>> + Send;
}

port! {
    /// The store of the states of participants' entries.
    pub trait EntryStore: Send + Sync {
        /// The entry of a participant.
        async fn entry(
            &self, network: Network, participant: &ParticipantId
        ) -> Result<Option<Entry>, StoreError>;

        /// The entries of a network that a step may be due for, with whether the participant is enrolled; those that wait
        /// longest first. One that cannot be read is left out, and is an error in the log.
        async fn due_entries(
            &self, network: Network, now: OffsetDateTime, limit: u16
        ) -> Result<Vec<(Entry, bool)>, StoreError>;

        /// Puts `after` in the place of `before`, and changes the organization's registration with it, in one transaction.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when the entry, or the registration, is no longer as it was; as
        /// [`peppol_connector::ports::AccountStore::change_account`].
        async fn keep_entry(
            &self, before: Option<&Entry>, after: &Entry, change: Option<AccountChange<'_>>
        ) -> Result<(), StoreError>;

        /// Forgets an entry that was removed from the registry. False when it has changed, and when its participant is
        /// enrolled again: then it waits to be entered, with its migration key.
        async fn forget_entry(&self, entry: &Entry) -> Result<bool, StoreError>;

        /// The participants of a network that receive here, in their order.
        async fn enrolled_participants(
            &self, network: Network, after: Option<&ParticipantId>, limit: u16
        ) -> Result<Vec<(ParticipantId, OrganizationId)>, StoreError>;
    }
}

port! {
    /// The store of the cards in the Peppol Directory, and of the participants whose card has changed since. Every
    /// transaction that changes a registration, an entry, or the name or country of an organization notes that.
    pub trait CardStore: Send + Sync {
        /// Participants whose card has changed and whose next attempt is due; at most `limit`, in the order of their
        /// ids. A participant that receives here has a card, unless its country is unknown.
        async fn due_cards(
            &self, network: Network, now: OffsetDateTime, limit: u16
        ) -> Result<Vec<DueCard>, StoreError>;

        /// Keeps what it has, or that it could not be asked; with `change` the participant is due no more, unless something
        /// has changed since that.
        async fn keep_card(&self, card: &IndexedCard, change: Option<CardChange>) -> Result<(), StoreError>;

        /// Forgets a participant that the directory has nothing of, which is due no more, unless something has changed since.
        async fn forget_card(
            &self, network: Network, participant: &ParticipantId, change: CardChange
        ) -> Result<(), StoreError>;

        /// Marks a change as done without a request to the directory.
        async fn settle_card(
            &self, network: Network, participant: &ParticipantId, change: CardChange
        ) -> Result<(), StoreError>;
    }
}
