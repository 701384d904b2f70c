use crate::{ApiKeyId, KeyHolder, NewKeyOwner, Scopes, Tier};
use time::OffsetDateTime;

persistence::named! {
    /// The state of a key.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum KeyState {
        Active = "active",
        Expired = "expired",
        Revoked = "revoked",
    }
}

/// A key as its owner sees it: everything but its text, which is shown only when it is created.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyRecord {
    pub id: ApiKeyId,
    /// What it is for, in its owner's words.
    pub name: Option<String>,
    /// The first characters of its text; not enough to use it.
    pub hint: String,
    pub tier: Tier,
    /// The scopes that the key may have at most.
    pub scopes: Scopes,
    pub owner: NewKeyOwner,
    pub created_at: OffsetDateTime,
    /// The key that made it; none: the command line.
    pub created_by: Option<ApiKeyId>,
    /// When it was last used, to the minute.
    pub last_used_at: Option<OffsetDateTime>,
    /// When it ends by itself, or ended.
    pub expires_at: Option<OffsetDateTime>,
    pub revoked_at: Option<OffsetDateTime>,
}

impl KeyRecord {
    /// The state of the key at a time.
    #[must_use]
    pub fn state(&self, now: OffsetDateTime) -> KeyState {
        if self.revoked_at.is_some() {
            KeyState::Revoked
        } else if self.expires_at.is_some_and(|end| end <= now) {
            KeyState::Expired
        } else {
            KeyState::Active
        }
    }

    /// Whether the holder of a key may see and end it: a test key knows nothing of live ones.
    #[must_use]
    pub fn is_visible_to(&self, holder: &KeyHolder) -> bool {
        holder.tier == Tier::Live || self.tier == Tier::Test
    }
}

persistence::listed!(KeyRecord: created_at, id);

/// The filter of a list of keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct KeyFilter {
    /// Only keys of this tier.
    pub tier: Option<Tier>,
    /// In this state only, at this time.
    pub state: Option<(KeyState, OffsetDateTime)>,
}
