use crate::{ApiKeyId, KeyFilter, KeyRecord, KeyScope, NewKey};
use persistence::{Cursor, Page, StoreError, port};
use time::OffsetDateTime;

/// Why a key was not saved.
#[derive(Debug, thiserror::Error, refusals::Refusal)]
#[refusal("keys")]
pub enum AddKeyError {
    /// The owner has as many keys that can be used as are allowed.
    #[error("there are {count} keys already, as many as the plan allows: revoke one first", count = .0)]
    TooMany(u32),
    /// The key that makes it was revoked or has ended meanwhile.
    #[error("the key that was used was revoked or has ended")]
    GrantorEnded,
    /// The store failed.
    #[error(transparent)]
    #[refusal(internal)]
    Store(#[from] StoreError),
}

port! {
    /// The store of keys: to create, list and end them. The scope limits the keys to an owner; without one they are
    /// those of the whole installation, which is for its operator. A key outside the scope is not found.
    pub trait KeyStore: Send + Sync {
        /// Keeps a new key, while its owner has fewer than `most` that can be used; none: any number.
        /// Whether the key that makes it can still be used is checked under the lock that
        /// [`KeyStore::revoke_key`] takes too: a revoked key makes no other.
        ///
        /// # Errors
        /// [`AddKeyError`]; [`StoreError::NotFound`] when the owner does not exist.
        async fn add_key(
            &self, key: &NewKey, most: Option<u32>, now: OffsetDateTime
        ) -> Result<(), AddKeyError>;

        /// A page of keys, the newest first.
        async fn keys(
            &self, scope: Option<KeyScope>, filter: KeyFilter, after: Option<Cursor>, limit: u16
        ) -> Result<Page<KeyRecord>, StoreError>;

        /// One key.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn key_record(&self, scope: Option<KeyScope>, id: ApiKeyId) -> Result<KeyRecord, StoreError>;

        /// Ends a key: the next request with it finds none. A second time changes nothing.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn revoke_key(
            &self, scope: Option<KeyScope>, id: ApiKeyId, now: OffsetDateTime
        ) -> Result<(), StoreError>;

        /// Lets the key `before` end at `ends_at`, and keeps its successor, as [`KeyStore::add_key`] does.
        ///
        /// # Errors
        /// [`AddKeyError`]; [`StoreError::Conflict`] when it was revoked or rotated meanwhile.
        async fn replace_key(
            &self, before: &KeyRecord, ends_at: OffsetDateTime, successor: &NewKey, most: Option<u32>,
            now: OffsetDateTime
        ) -> Result<(), AddKeyError>;
    }
}
