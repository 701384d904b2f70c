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
    /// Stores the registrations of organizations in the network.
    pub trait AccountStore: Send + Sync {
        /// Loads an organization's registration.
        ///
        /// # Errors
        /// [`StoreError::NotFound`] when the organization does not exist.
        async fn account(&self, organization: OrganizationId) -> Result<AccountRecord>;

        /// Replaces `before` by `after`, and stores the events and a line of the audit log. Fields that other ports
        /// own (the prepayment, the DIČ, the age) are compared and not changed.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when the stored registration differs from `before`; [`StoreError::Taken`] when
        /// another organization of this installation is enrolled under the same participant in the same network.
        async fn change_account(
            &self, organization: OrganizationId, before: &AccountRecord, after: &AccountRecord,
            audit: AccountAudit<'_>, events: &[NewEvent], now: OffsetDateTime
        ) -> Result<()>;

        /// The organization of this installation that is enrolled under a participant, and so receives for it.
        async fn enrolled(
            &self, network: Network, participant: &ParticipantId
        ) -> Result<Option<OrganizationId>>;
    }
}
