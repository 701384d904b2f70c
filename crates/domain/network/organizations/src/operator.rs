//! What who runs the installation does, on the command line.

use crate::{OrganizationFilter, OrganizationRecord};
use access::{OrganizationId, PartnerId, Plan, Role, UserId};
use persistence::{Cursor, Listed, Page, StoreError};
use std::future::Future;
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

impl Listed for PartnerSummary {
    fn cursor(&self) -> Cursor {
        Cursor::new(self.since, self.id)
    }
}

/// Partners, organizations, plans and members, of the whole installation: no key reaches these.
pub trait OperatorStore: Send + Sync {
    /// A page of partners, the newest first.
    fn partners(
        &self,
        after: Option<Cursor>,
        limit: u16,
    ) -> impl Future<Output = Result<Page<PartnerSummary>, StoreError>> + Send;

    /// A page of all organizations, the newest first.
    fn all_organizations(
        &self,
        filter: &OrganizationFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> impl Future<Output = Result<Page<OrganizationRecord>, StoreError>> + Send;

    /// Sets what an organization has bought.
    ///
    /// # Errors
    /// [`StoreError::NotFound`].
    fn set_plan(
        &self,
        organization: OrganizationId,
        plan: Plan,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Lets a partner manage an organization, if it does not already.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] when there is no such partner or organization.
    fn add_to_partner(
        &self,
        organization: OrganizationId,
        partner: PartnerId,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Stops a partner from managing an organization, if it does.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] when there is no such partner or organization.
    fn remove_from_partner(
        &self,
        organization: OrganizationId,
        partner: PartnerId,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// The user with an e-mail address.
    fn user_by_email(
        &self,
        email: &str,
    ) -> impl Future<Output = Result<Option<UserId>, StoreError>> + Send;

    /// Makes a user a member of an organization in a role, or changes the role.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] when there is no such user or organization.
    fn set_member(
        &self,
        organization: OrganizationId,
        user: UserId,
        role: Role,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Makes a user a member of a partner in a role, or changes the role.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] when there is no such user or partner.
    fn set_partner_member(
        &self,
        partner: PartnerId,
        user: UserId,
        role: Role,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;
}
