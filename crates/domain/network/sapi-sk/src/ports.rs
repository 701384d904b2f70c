use crate::{Failures, GrantId, NewTokens, TokenId, TokenRecord};
use access::{ApiKeyId, AttemptHash, OrganizationId};
use persistence::StoreError;
use std::future::Future;
use time::OffsetDateTime;

/// A client: a key of an organization.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Client {
    /// Whose.
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

/// Where tokens are kept, and the failures of clients. A token finds its organization, as a key does.
pub trait TokenStore: Send + Sync {
    /// A client, whether its key can still be used or not; none for the id of a partner's key. Its failures are those of
    /// an address: whoever knows an id, which is no secret, locks out nobody elsewhere.
    fn api_client(
        &self,
        id: ApiKeyId,
        from: AttemptHash,
    ) -> impl Future<Output = Result<Option<Client>, StoreError>> + Send;

    /// Counts an attempt of a client as a failure, before its secret is looked at, unless it is locked. Returns how it
    /// stood before: of concurrent attempts each counts, so no more secrets are looked at than may fail.
    ///
    /// # Errors
    /// [`StoreError::NotFound`] when there is no such client.
    fn count_attempt(
        &self,
        id: ApiKeyId,
        from: AttemptHash,
        now: OffsetDateTime,
    ) -> impl Future<Output = Result<Failures, StoreError>> + Send;

    /// Forgets the failures of a client from there: its secret was right.
    fn forget_failures(
        &self,
        id: ApiKeyId,
        from: AttemptHash,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Keeps the first pair of a grant, and forgets the failures of its client from there.
    fn add_tokens(
        &self,
        tokens: &NewTokens,
        from: AttemptHash,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// The token with this SHA-256 hash, however it stands.
    fn token(
        &self,
        hash: &[u8; 32],
    ) -> impl Future<Output = Result<Option<FoundToken>, StoreError>> + Send;

    /// Ends a refresh token and keeps the pair that takes its place.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when it was renewed or revoked meanwhile; nothing is kept.
    fn renew_tokens(
        &self,
        refresh: TokenId,
        tokens: &NewTokens,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Ends every token of a grant that has not ended.
    fn revoke_grant(
        &self,
        grant: GrantId,
        now: OffsetDateTime,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// Deletes the tokens that expired before `before`. Returns how many.
    fn purge_tokens(
        &self,
        before: OffsetDateTime,
    ) -> impl Future<Output = Result<usize, StoreError>> + Send;
}
