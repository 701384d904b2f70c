//! Organizations and claims on [`Store`]: each call goes to the backend that is open.

use crate::{Store, timing::counted};
use access::{OrganizationId, PartnerId, Reach};
use jobs::NewJob;
use organizations::{
    AccountChange, ClaimId, ClaimRecord, ClaimStore, Created, NewClaim, OptionsChange,
    OrganizationError, OrganizationFilter, OrganizationRecord, OrganizationStore, PartnerRecord,
    Rival, TokenHash,
};
use persistence::{Cursor, Page, StoreError};
use time::{Duration, OffsetDateTime};

macro_rules! delegate {
    ($($name:ident($($argument:ident: $type:ty),*) -> $result:ty, $error:ty;)*) => { $(
        async fn $name(&self, $($argument: $type),*) -> Result<$result, $error> {
            counted(async move {
 match self {
Store::Sqlite(store) => store.$name($($argument),*).await,
Store::Postgres(store) => store.$name($($argument),*).await,
}
})
.await
        }
    )* };
}

impl OrganizationStore for Store {
    delegate! {
        partner(partner: PartnerId) -> PartnerRecord, StoreError;
        create_organization(partner: PartnerId, created: Created<'_>, now: OffsetDateTime) -> (), OrganizationError;
        organization_record(reach: Reach, organization: OrganizationId) -> OrganizationRecord, StoreError;
        organization_records(reach: Reach, filter: &OrganizationFilter, after: Option<Cursor>, limit: u16) -> Page<OrganizationRecord>, StoreError;
        change_options(organization: OrganizationId, change: &OptionsChange) -> (), StoreError;
        rivals(organization: OrganizationId, partner: PartnerId) -> Vec<Rival>, StoreError;
    }
}

impl ClaimStore for Store {
    delegate! {
        open_claim(organization: OrganizationId, claim: &NewClaim, job: &NewJob, repeat_after: Duration) -> bool, StoreError;
        claim_record(organization: OrganizationId, id: ClaimId) -> ClaimRecord, StoreError;
        add_claim_token(organization: OrganizationId, id: ClaimId, token: &TokenHash) -> (), StoreError;
        claim_by_token(token: &TokenHash) -> ClaimRecord, StoreError;
        confirm_claim(organization: OrganizationId, id: ClaimId, change: Option<AccountChange<'_>>, now: OffsetDateTime) -> (), StoreError;
    }
}
