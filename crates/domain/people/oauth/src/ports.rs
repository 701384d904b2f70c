//! The ports for the store, the token signer, and client metadata documents.

use crate::{
    ClientId, GrantId,
    authorizations::{Approval, Grant},
    clients::Client,
    connections::{Connection, FoundConnection, RevokedBecause},
    room::Taken,
    tokens::{PublicKey, RefreshToken, SigningKey, TokenType},
};
use access::{AttemptHash, ConnectionId, OrganizationId, UserId, Window};
use jobs::{JobKind, NewJob};
use persistence::{Cursor, Page, StoreError, port};
use secret_text::SecretHash;
use serde::{Serialize, de::DeserializeOwned};
use std::error::Error;
use time::OffsetDateTime;

/// The kind of the job that mails a user about a new connection.
pub const CONNECTED_MAIL_JOB: JobKind = JobKind("oauth.connected_mail");

/// The kind of the job that mails a user about a connection that ended because one of its secrets was used twice.
pub const ENDED_MAIL_JOB: JobKind = JobKind("oauth.ended_mail");

/// Signs tokens and verifies its own. The only algorithm is ES256: a token whose header names another one is invalid.
pub trait TokenSigner: Send + Sync {
    /// Generates a signing key.
    ///
    /// # Errors
    /// [`SignError`].
    fn new_key(&self, now: OffsetDateTime) -> Result<SigningKey, SignError>;

    /// Signs a token with these claims; returns it in compact form (JWT).
    ///
    /// # Errors
    /// [`SignError`].
    fn sign<C: Serialize>(
        &self,
        key: &SigningKey,
        token_type: TokenType,
        claims: &C,
    ) -> Result<String, SignError>;

    /// The key id (`kid`) in a token's header, not verified.
    fn key_id(&self, token: &str) -> Option<String>;

    /// The claims of a token of this type, if it was signed with this key; otherwise `None`.
    fn read<C: DeserializeOwned>(
        &self,
        token: &str,
        token_type: TokenType,
        key: &PublicKey,
    ) -> Option<C>;
}

/// Signing a token, or generating a key, failed.
#[derive(Debug, thiserror::Error)]
#[error("a token cannot be signed")]
pub struct SignError(#[source] pub Box<dyn Error + Send + Sync>);

/// The rows to store when a code is exchanged.
#[derive(Debug, Clone, Copy)]
pub struct NewConnection<'a> {
    pub connection: &'a Connection,
    pub refresh: Option<&'a RefreshToken>,
    /// The job that mails the user.
    pub mail: &'a NewJob,
}

/// A filter of connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConnectionFilter {
    /// Only connections of this company.
    pub organization: OrganizationId,
    /// Only connections that this user approved; `None`: of all users.
    pub user: Option<UserId>,
    /// Whether to leave out revoked connections.
    pub unrevoked: bool,
}

port! {
    /// Stores clients, grants, connections and keys.
    ///
    /// Clients and grants are found by ids or secrets and belong to no organization; connections are found by their
    /// organization first.
    pub trait OAuthStore: Send + Sync {
        /// Stores a client that was registered from this origin.
        async fn add_client(&self, client: &Client, from: AttemptHash) -> Result<(), StoreError>;

        /// The number of clients registered since then, from this origin and in all.
        async fn recent_clients(&self, from: AttemptHash, since: OffsetDateTime) -> Result<Taken, StoreError>;

        /// Loads a client.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn client(&self, id: &ClientId) -> Result<Client, StoreError>;

        /// Stores the content of a client's metadata document, replacing an earlier version. `from` is the origin of
        /// the first user who arrived from it.
        async fn keep_client_document(&self, client: &Client, from: AttemptHash) -> Result<(), StoreError>;

        /// Stores a new authorization request from this origin.
        async fn add_grant(&self, grant: &Grant, from: AttemptHash) -> Result<(), StoreError>;

        /// The number of undecided requests since then, from this origin and in all.
        async fn pending_grants(&self, from: AttemptHash, since: OffsetDateTime) -> Result<Taken, StoreError>;

        /// Deletes undecided requests from before this time. Returns how many.
        async fn purge_pending_grants(&self, before: OffsetDateTime) -> Result<usize, StoreError>;

        /// Loads a grant.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn grant(&self, id: GrantId) -> Result<Grant, StoreError>;

        /// The grant whose code has this hash, used or not.
        async fn grant_of_code(&self, code: &SecretHash) -> Result<Option<Grant>, StoreError>;

        /// Stores the user's decision: an approval with the hash of its code, or a refusal.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when it was decided before.
        async fn decide_grant(
            &self, id: GrantId, approval: Option<(&Approval, &SecretHash)>
        ) -> Result<(), StoreError>;

        /// Stores the connection of an approved grant with its refresh token and the mail job, once.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when the code was exchanged before.
        async fn exchange_grant(&self, id: GrantId, new: NewConnection<'_>) -> Result<(), StoreError>;

        /// The refresh token with this hash, used or not, with its connection.
        async fn refresh_token(
            &self, hash: &SecretHash
        ) -> Result<Option<(RefreshToken, FoundConnection)>, StoreError>;

        /// Marks a refresh token as used and stores its successor, once.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when it was used in the meantime, or its connection ended.
        async fn rotate_refresh_token(&self, used: &SecretHash, next: &RefreshToken) -> Result<(), StoreError>;

        /// Loads a connection of this organization for a call. Counts the request, and records the time of use to the
        /// minute.
        async fn use_connection(
            &self, organization: OrganizationId, id: ConnectionId, now: OffsetDateTime
        ) -> Result<Option<(FoundConnection, Window)>, StoreError>;

        /// The same without counting.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn connection(
            &self, organization: OrganizationId, id: ConnectionId
        ) -> Result<FoundConnection, StoreError>;

        /// A page of connections, newest first.
        async fn connections(
            &self, filter: ConnectionFilter, after: Option<Cursor>, limit: u16
        ) -> Result<Page<Connection>, StoreError>;

        /// Revokes a connection, with effect from the next call. Repeating it changes nothing and stores no mail job.
        /// Returns whether this call revoked it.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn revoke_connection(
            &self, organization: OrganizationId, id: ConnectionId, why: RevokedBecause,
            mail: Option<&NewJob>, now: OffsetDateTime
        ) -> Result<bool, StoreError>;

        /// The keys published at this time, newest first.
        async fn signing_keys(&self, now: OffsetDateTime) -> Result<Vec<SigningKey>, StoreError>;

        /// Retires the published keys whose private halves cannot be decrypted with the current secrets key. Tokens
        /// that they signed are no longer valid. Returns how many.
        async fn retire_unreadable_keys(&self, now: OffsetDateTime) -> Result<usize, StoreError>;

        /// Replaces the key `before`, which retires, by a new one; `None`: stores the first key.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when another process replaced it in the meantime.
        async fn rotate_signing_key(&self, before: Option<&str>, key: &SigningKey) -> Result<(), StoreError>;

        /// Deletes grants that began before `grants_before`, refresh tokens that ended before it, and clients without
        /// a connection that were registered before `clients_before`. Returns the total number of rows.
        async fn purge_oauth(
            &self, grants_before: OffsetDateTime, clients_before: OffsetDateTime
        ) -> Result<usize, StoreError>;
    }
}
