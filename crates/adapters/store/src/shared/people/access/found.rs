//! The key of a request.

use super::{super::super::sql::*, keys::owner};
use crate::{error::require_known, names};
use access::{ApiKey, ApiKeyId, FoundKey, Window};
use time::OffsetDateTime;
use uuid::Uuid;

/// The key `{hash}` if it is valid at `{now}`, with its owner's role and plan and whether its partner manages
/// `{named}`.
pub(in super::super::super::super) const USABLE_KEY: Fragment = Fragment(
    "SELECT k.id, k.tier, k.scopes, k.user_id, k.organization_id, k.partner_id, k.expires_at, m.role,
       o.plan, p.organization_id IS NOT NULL AS managed
     FROM api_keys k
     LEFT JOIN organizations o ON o.id = k.organization_id
     LEFT JOIN memberships m ON m.organization_id = k.organization_id AND m.user_id = k.user_id
     LEFT JOIN partner_organizations p
       ON p.partner_id = k.partner_id AND p.organization_id = {named}
     WHERE k.hash = {hash} AND k.revoked_at IS NULL
       AND (k.expires_at IS NULL OR k.expires_at > {now})",
);

columns! {
    pub(in super::super::super::super) struct KeyRow {
        pub(in super::super::super::super) id: Uuid,
        tier: String,
        scopes: String,
        user_id: Option<Uuid>,
        organization_id: Option<Uuid>,
        partner_id: Option<Uuid>,
        expires_at: Option<OffsetDateTime>,
        role: Option<String>,
        plan: Option<String>,
        managed: bool,
    }
}

impl KeyRow {
    pub(super) fn into_domain(self, window: Window) -> Result<FoundKey> {
        let role = self.role.as_deref().map(names::role).transpose()?;
        let owner = owner(self.user_id, self.organization_id, self.partner_id);
        let key = ApiKey {
            id: ApiKeyId(self.id),
            tier: names::tier(&self.tier)?,
            scopes: names::scopes(&self.scopes)?,
            owner: require_known("owner of key", &self.id.to_string(), owner)?.with_role(role),
            plan: self.plan.as_deref().map(names::plan).transpose()?,
            expires_at: self.expires_at,
        };
        Ok(FoundKey { key, managed: self.managed, window })
    }
}
