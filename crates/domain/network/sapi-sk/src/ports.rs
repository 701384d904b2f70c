use crate::{Failures, GrantId, NewTokens, TokenId, TokenRecord};
use access::{ApiKeyId, AttemptHash, OrganizationId};
use persistence::{StoreError, port};
use time::OffsetDateTime;

/// A client: a key of an organization.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Client {
    /// The organization of the client.
    pub organization: OrganizationId,
    /// SHA-256 of its secret.
    pub secret_hash: [u8; 32],
    /// How often its secret was wrong lately, from where this attempt comes.
    pub failures: Failures,
}

/// A token with its client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundToken {
    /// The token.
    pub token: TokenRecord,
    /// The organization of its client.
    pub organization: OrganizationId,
    /// SHA-256 of the client's secret: whether it can still be used is for
    /// [`access::AccessStore::use_key`] to say.
    pub client_hash: [u8; 32],
}

port! {
    /// The store of tokens and of failed attempts of clients. A token identifies its organization, as a key does.
    pub trait TokenStore: Send + Sync {
        /// A client, whether its key is usable or not; `None` for the id of a partner's key. Its failed attempts are
        /// those of one client address, so that a person who knows the id, which is no secret, does not lock the client
        /// out elsewhere.
        async fn api_client(&self, id: ApiKeyId, from: AttemptHash) -> Result<Option<Client>, StoreError>;

        /// Counts an attempt of a client as a failure, before its secret is looked at, unless it is locked. Returns how it
        /// stood before: of concurrent attempts each counts, so no more secrets are looked at than may fail.
        ///
        /// # Errors
        /// [`StoreError::NotFound`] when there is no such client.
        async fn count_attempt(
            &self, id: ApiKeyId, from: AttemptHash, now: OffsetDateTime
        ) -> Result<Failures, StoreError>;

        /// Forgets the failures of a client from there: its secret was right.
        async fn forget_failures(&self, id: ApiKeyId, from: AttemptHash) -> Result<(), StoreError>;

        /// Keeps the first pair of a grant, and forgets the failures of its client from there.
        async fn add_tokens(&self, tokens: &NewTokens, from: AttemptHash) -> Result<(), StoreError>;

        /// The token with this SHA-256 hash, however it stands.
        async fn token(&self, hash: &[u8; 32]) -> Result<Option<FoundToken>, StoreError>;

        /// Ends a refresh token and keeps the pair that takes its place.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when it was renewed or revoked meanwhile; nothing is kept.
        async fn renew_tokens(&self, refresh: TokenId, tokens: &NewTokens) -> Result<(), StoreError>;

        /// Ends every token of a grant that has not ended.
        async fn revoke_grant(&self, grant: GrantId, now: OffsetDateTime) -> Result<(), StoreError>;

        /// Deletes the tokens that expired before `before`. Returns how many.
        async fn purge_tokens(&self, before: OffsetDateTime) -> Result<usize, StoreError>;
    }
}
