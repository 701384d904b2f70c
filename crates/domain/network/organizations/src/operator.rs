//! What the operator of the installation does on the command line.

use crate::{OrganizationFilter, OrganizationRecord};
use access::{OrganizationId, PartnerId, Plan, Role, UserId};
use persistence::{Cursor, Page, StoreError, port};
use time::OffsetDateTime;

/// A partner in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartnerSummary {
    pub id: PartnerId,
    pub name: String,
    /// When its account was registered.
    pub since: OffsetDateTime,
    /// How many organizations it manages.
    pub organizations: u64,
}

persistence::listed!(PartnerSummary: since, id);

port! {
    /// Partners, organizations, plans and members of the whole installation. No API key reaches these.
    pub trait OperatorStore: Send + Sync {
        /// A page of partners, the newest first.
        async fn partners(&self, after: Option<Cursor>, limit: u16) -> Result<Page<PartnerSummary>, StoreError>;

        /// A page of all organizations, the newest first.
        async fn all_organizations(
            &self, filter: &OrganizationFilter, after: Option<Cursor>, limit: u16
        ) -> Result<Page<OrganizationRecord>, StoreError>;

        /// Sets the plan of an organization.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn set_plan(&self, organization: OrganizationId, plan: Plan) -> Result<(), StoreError>;

        /// Lets a partner manage an organization, if it does not already.
        ///
        /// # Errors
        /// [`StoreError::NotFound`] when there is no such partner or organization.
        async fn add_to_partner(
            &self, organization: OrganizationId, partner: PartnerId
        ) -> Result<(), StoreError>;

        /// Stops a partner from managing an organization, if it does.
        ///
        /// # Errors
        /// [`StoreError::NotFound`] when there is no such partner or organization.
        async fn remove_from_partner(
            &self, organization: OrganizationId, partner: PartnerId
        ) -> Result<(), StoreError>;

        /// The user with an e-mail address.
        async fn user_by_email(&self, email: &str) -> Result<Option<UserId>, StoreError>;

        /// Makes a user a member of an organization in a role, or changes the role.
        ///
        /// # Errors
        /// [`StoreError::NotFound`] when there is no such user or organization.
        async fn set_member(
            &self, organization: OrganizationId, user: UserId, role: Role
        ) -> Result<(), StoreError>;

        /// Makes a user a member of a partner in a role, or changes the role.
        ///
        /// # Errors
        /// [`StoreError::NotFound`] when there is no such user or partner.
        async fn set_partner_member(
            &self, partner: PartnerId, user: UserId, role: Role
        ) -> Result<(), StoreError>;
    }
}
