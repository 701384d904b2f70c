//! A member of a partner at one of its pages, and the organizations that the member may see.

use crate::{error::PageError, visit::Visit};
use access::{KeyScope, OrganizationId, Scope};
use members::PartnerMembership;
use organizations::{OrganizationRecord, OrganizationStore};
use use_cases::Context;

/// A visit of a partner's pages.
pub(super) type AtPartner = Visit<PartnerMembership>;

impl AtPartner {
    /// The organizations that the partner reaches.
    pub(super) fn reach(&self) -> KeyScope {
        KeyScope::Partner(self.member.partner)
    }

    /// The organization of the path, if the partner manages it and the role includes this.
    ///
    /// # Errors
    /// 403, 404.
    pub(super) async fn managed(&self, scope: Scope) -> Result<OrganizationRecord, PageError> {
        self.allow(scope)?;
        let id = OrganizationId(self.id("id")?);
        Ok(self.store.organization_record(self.reach(), id).await?)
    }

    /// The context of use cases for an organization that [`Self::managed`] has found.
    pub(super) fn context_of(
        &self,
        record: &OrganizationRecord,
    ) -> Context<'_, runtime::wiring::App> {
        Context::new(&**self, record.organization.id, self.tier).by(self.person())
    }
}
