use crate::memory::{
    Result,
    page::page,
    store::{Data, MemoryStore},
};
use access::{OrganizationId, PartnerId, Plan, Role, UserId};
use organizations::{OperatorStore, OrganizationFilter, OrganizationRecord, PartnerSummary};
use persistence::{Cursor, Page, StoreError};

impl OperatorStore for MemoryStore {
    async fn partners(&self, after: Option<Cursor>, limit: u16) -> Result<Page<PartnerSummary>> {
        let data = self.data();
        let summary = |known: &access::NewPartner| {
            Some(PartnerSummary {
                id: known.id,
                name: known.name.clone(),
                since: *data.network.partner_since.get(&known.id)?,
                organizations: known.organizations.len() as u64,
            })
        };
        Ok(page(data.partners.iter().filter_map(summary), after, limit))
    }

    async fn all_organizations(
        &self,
        filter: &OrganizationFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<OrganizationRecord>> {
        self.data().organization_page(|_, _| true, filter, after, limit)
    }

    async fn set_plan(&self, organization: OrganizationId, plan: Plan) -> Result<()> {
        let mut data = self.data();
        let known = data.organizations.get_mut(&organization).ok_or(StoreError::NotFound)?;
        known.plan = plan;
        Ok(())
    }

    async fn add_to_partner(&self, organization: OrganizationId, partner: PartnerId) -> Result<()> {
        let mut data = self.data();
        let managed = data.managed_by(partner, organization)?;
        if !managed.contains(&organization) {
            managed.push(organization);
        }
        Ok(())
    }

    async fn remove_from_partner(
        &self,
        organization: OrganizationId,
        partner: PartnerId,
    ) -> Result<()> {
        let mut data = self.data();
        data.managed_by(partner, organization)?.retain(|id| *id != organization);
        Ok(())
    }

    async fn user_by_email(&self, email: &str) -> Result<Option<UserId>> {
        let data = self.call("user_by_email")?;
        Ok(data.users.iter().find(|user| user.email == email).map(|user| user.id))
    }

    async fn set_member(
        &self,
        organization: OrganizationId,
        user: UserId,
        role: Role,
    ) -> Result<()> {
        let mut data = self.data();
        data.must_exist(organization)?;
        let known = data.known_user(user)?;
        known.memberships.retain(|(id, _)| *id != organization);
        known.memberships.push((organization, role));
        Ok(())
    }

    async fn set_partner_member(&self, partner: PartnerId, user: UserId, role: Role) -> Result<()> {
        let mut data = self.data();
        data.known_partner(partner)?;
        data.known_user(user)?;
        data.members.partners.insert((partner, user), role);
        Ok(())
    }
}

impl Data {
    /// The organization of a partner, if both exist.
    fn managed_by(
        &mut self,
        partner: PartnerId,
        organization: OrganizationId,
    ) -> Result<&mut Vec<OrganizationId>> {
        self.must_exist(organization)?;
        Ok(&mut self.known_partner(partner)?.organizations)
    }
}
