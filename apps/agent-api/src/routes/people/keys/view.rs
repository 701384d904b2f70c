use crate::http::List;
use access::{KeyRecord, KeyState, NewKeyOwner, Tier};
use serde::Serialize;
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

/// A key, without its text.
#[derive(Serialize, ToSchema)]
pub struct KeyView<'a> {
    pub id: Uuid,
    /// What it is for.
    pub name: Option<&'a str>,
    /// The first characters of its text.
    #[schema(example = "svc_live_Ab3dE6g")]
    pub prefix: &'a str,
    #[schema(value_type = crate::requests::TierName)]
    pub tier: Tier,
    /// What it may do at most.
    #[schema(value_type = Vec<crate::requests::ScopeName>)]
    pub scopes: Vec<&'static str>,
    #[schema(value_type = crate::requests::KeyStateName)]
    pub state: &'static str,
    /// The organization that it belongs to; null for a partner's key.
    pub organization_id: Option<Uuid>,
    /// The partner that it belongs to; null for a key of an organization.
    pub partner_id: Option<Uuid>,
    #[serde(with = "time::serde::rfc3339")]
    pub created_at: OffsetDateTime,
    /// The key that made it; null: the command line.
    pub created_by: Option<Uuid>,
    /// To the minute; null: never.
    #[serde(with = "time::serde::rfc3339::option")]
    pub last_used_at: Option<OffsetDateTime>,
    /// When it ends, or ended, by itself.
    #[serde(with = "time::serde::rfc3339::option")]
    pub expires_at: Option<OffsetDateTime>,
    #[serde(with = "time::serde::rfc3339::option")]
    pub revoked_at: Option<OffsetDateTime>,
    /// The key itself, for X-API-Key. Shown this once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<&'a str>,
    /// After a rotation: until when the old key goes on.
    #[serde(skip_serializing_if = "Option::is_none", with = "time::serde::rfc3339::option")]
    pub old_key_ends_at: Option<OffsetDateTime>,
}

impl<'a> KeyView<'a> {
    /// A key as it stands now.
    #[must_use]
    pub fn of(record: &'a KeyRecord, now: OffsetDateTime) -> Self {
        let (organization_id, partner_id) = match record.owner {
            NewKeyOwner::User { organization, .. } => (Some(organization.0), None),
            NewKeyOwner::Partner(partner) => (None, Some(partner.0)),
        };
        Self {
            id: record.id.0,
            name: record.name.as_deref(),
            prefix: &record.hint,
            tier: record.tier,
            scopes: record.scopes.iter().map(access::Scope::name).collect(),
            state: KeyState::name(record.state(now)),
            organization_id,
            partner_id,
            created_at: record.created_at,
            created_by: record.created_by.map(|id| id.0),
            last_used_at: record.last_used_at,
            expires_at: record.expires_at,
            revoked_at: record.revoked_at,
            key: None,
            old_key_ends_at: None,
        }
    }
}

/// A page of keys, the newest first.
pub(super) type KeyList<'a> = List<KeyView<'a>>;
