use crate::{
    audit::AccountAudit,
    identifiers::{Network, ParticipantId},
    registration::AccountRecord,
};
use access::OrganizationId;
use events::NewEvent;
use persistence::{StoreError, port};
use time::OffsetDateTime;

type Result<T> = std::result::Result<T, StoreError>;

port! {
    /// Where the registrations in the network are kept.
    pub trait AccountStore: Send + Sync {
        /// An organization's registration.
        ///
        /// # Errors
        /// [`StoreError::NotFound`] when the organization does not exist.
        async fn account(&self, organization: OrganizationId) -> Result<AccountRecord>;

        /// Puts `after` in the place of `before`, with the events and a line of the audit log. What other
        /// ports and tables keep (the prepayment, the DIČ, the age) is compared and not changed.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when it is no longer as `before`;
        /// [`StoreError::Taken`] when another organization of this installation is enrolled
        /// under the same participant in the same network.
        async fn change_account(
            &self, organization: OrganizationId, before: &AccountRecord, after: &AccountRecord,
            audit: AccountAudit<'_>, events: &[NewEvent], now: OffsetDateTime
        ) -> Result<()>;

        /// The organization of this installation that is enrolled under a participant: it receives.
        async fn enrolled(
            &self, network: Network, participant: &ParticipantId
        ) -> Result<Option<OrganizationId>>;
    }
}
