use crate::{
    ApiKey, ApiKeyId, Counted, NewKeyOwner, OrganizationId, PartnerId, Role, Scopes, Tier, UserId,
    Window,
};
use persistence::{StoreError, port};
use time::OffsetDateTime;

/// A key found by its hash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundKey {
    /// The key's record; for a user's key with the owner's role as it is now.
    pub key: ApiKey,
    /// Whether the key's partner manages the organization that was asked about.
    pub managed: bool,
    /// The requests of the key's minute, with this one.
    pub window: Window,
}

port! {
    /// The store of keys and of request counts.
    pub trait AccessStore: Send + Sync {
        /// The key with this SHA-256 hash, unless it is revoked or has ended at `now`; with whether its
        /// partner manages the named organization. Counts a request of the key, and keeps, to the minute,
        /// when it was used last. In one trip that does not wait for the disk.
        async fn use_key(
            &self, hash: &[u8; 32], named: Option<OrganizationId>, now: OffsetDateTime
        ) -> Result<Option<FoundKey>, StoreError>;

        /// Counts one more request at `now` (Unix seconds), across all processes of the installation, and
        /// returns the window it falls in. Does not wait for the disk.
        async fn count_request(&self, counted: Counted, now: i64) -> Result<Window, StoreError>;

        /// Deletes the windows that began before `before` (Unix seconds). Returns how many.
        async fn purge_windows(&self, before: i64) -> Result<usize, StoreError>;

        /// Whether any live key exists (a clock that is set must not run on real data).
        async fn has_live_key(&self) -> Result<bool, StoreError>;
    }
}

/// A person who can sign in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewUser {
    pub id: UserId,
    /// The e-mail address, unique in the installation.
    pub email: String,
    /// A password hash in the form of PHC strings; never the password.
    pub password_hash: String,
    /// In which organizations, as what.
    pub memberships: Vec<(OrganizationId, Role)>,
}

/// A partner and the organizations it manages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPartner {
    pub id: PartnerId,
    pub name: String,
    pub organizations: Vec<OrganizationId>,
}

/// A key to keep: its hash, never its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewKey {
    pub id: ApiKeyId,
    /// SHA-256 of the key's text.
    pub hash: [u8; 32],
    /// The first characters, for lists; not enough to use the key.
    pub hint: String,
    pub tier: Tier,
    pub scopes: Scopes,
    pub owner: NewKeyOwner,
    /// What it is for, in its owner's words.
    pub name: Option<String>,
    /// When the key expires.
    pub expires_at: Option<OffsetDateTime>,
    /// The key that makes it; none: the command line.
    pub created_by: Option<ApiKeyId>,
}
