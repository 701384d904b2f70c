//! What a store, a signer and the web must do.

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

/// The mail that tells a user of a new connection.
pub const CONNECTED_MAIL_JOB: JobKind = JobKind("oauth.connected_mail");

/// The mail that tells a user of a connection that ended because a secret of it was used twice.
pub const ENDED_MAIL_JOB: JobKind = JobKind("oauth.ended_mail");

/// Signs tokens, and reads those that it signed. Knows one algorithm, ES256: what a token's header says
/// of another is a fault of the token.
pub trait TokenSigner: Send + Sync {
    /// A new key.
    ///
    /// # Errors
    /// [`SignError`].
    fn new_key(&self, now: OffsetDateTime) -> Result<SigningKey, SignError>;

    /// A token.
    ///
    /// # Errors
    /// [`SignError`].
    fn sign<C: Serialize>(
        &self,
        key: &SigningKey,
        token_type: TokenType,
        claims: &C,
    ) -> Result<String, SignError>;

    /// The id of the key that a token says it was signed with.
    fn key_id(&self, token: &str) -> Option<String>;

    /// The claims of a token of this type that was signed with this key, or nothing.
    fn read<C: DeserializeOwned>(
        &self,
        token: &str,
        token_type: TokenType,
        key: &PublicKey,
    ) -> Option<C>;
}

/// A token was not signed.
#[derive(Debug, thiserror::Error)]
#[error("a token cannot be signed")]
pub struct SignError(#[source] pub Box<dyn Error + Send + Sync>);

/// What is kept when a code is exchanged.
#[derive(Debug, Clone, Copy)]
pub struct NewConnection<'a> {
    pub connection: &'a Connection,
    pub refresh: Option<&'a RefreshToken>,
    /// The mail to the user.
    pub mail: &'a NewJob,
}

/// Whose connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConnectionFilter {
    /// In this company.
    pub organization: OrganizationId,
    /// Those that this user gave; none: of all users.
    pub user: Option<UserId>,
    /// Without those that were revoked.
    pub unrevoked: bool,
}

port! {
    /// Where clients, grants, connections and keys are kept.
    ///
    /// Clients and grants are found by secrets that only those who may have them know, and belong to no
    /// organization; of connections the organization comes first.
    pub trait OAuthStore: Send + Sync {
        /// Keeps a client that somebody registered from there.
        async fn add_client(&self, client: &Client, from: AttemptHash) -> Result<(), StoreError>;

        /// How many clients came since then, from there and in all.
        async fn recent_clients(&self, from: AttemptHash, since: OffsetDateTime) -> Result<Taken, StoreError>;

        /// # Errors
        /// [`StoreError::NotFound`].
        async fn client(&self, id: &ClientId) -> Result<Client, StoreError>;

        /// Keeps what the document of a client says, in the place of what was known of it. `from`: where somebody came from
        /// it first.
        async fn keep_client_document(&self, client: &Client, from: AttemptHash) -> Result<(), StoreError>;

        /// Keeps a request that has just come from there.
        async fn add_grant(&self, grant: &Grant, from: AttemptHash) -> Result<(), StoreError>;

        /// How many requests came since then on which nobody has decided, from there and in all.
        async fn pending_grants(&self, from: AttemptHash, since: OffsetDateTime) -> Result<Taken, StoreError>;

        /// Deletes requests that came before then and on which nobody has decided. Returns how many.
        async fn purge_pending_grants(&self, before: OffsetDateTime) -> Result<usize, StoreError>;

        /// # Errors
        /// [`StoreError::NotFound`].
        async fn grant(&self, id: GrantId) -> Result<Grant, StoreError>;

        /// The grant whose code has this hash, used or not.
        async fn grant_of_code(&self, code: &SecretHash) -> Result<Option<Grant>, StoreError>;

        /// Keeps what the user decided: an approval with the hash of its code, or none.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when it is pending no longer.
        async fn decide_grant(
            &self, id: GrantId, approval: Option<(&Approval, &SecretHash)>
        ) -> Result<(), StoreError>;

        /// Keeps the connection of an approved grant, with its refresh token and the mail, once.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when the code was exchanged already.
        async fn exchange_grant(&self, id: GrantId, new: NewConnection<'_>) -> Result<(), StoreError>;

        /// The refresh token with this hash, used or not, with its connection.
        async fn refresh_token(
            &self, hash: &SecretHash
        ) -> Result<Option<(RefreshToken, FoundConnection)>, StoreError>;

        /// Marks a refresh token as used and keeps its successor, once.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when it was used meanwhile, or its connection ended.
        async fn rotate_refresh_token(&self, used: &SecretHash, next: &RefreshToken) -> Result<(), StoreError>;

        /// A connection as a call finds it, of this organization. Counts a request of it, and keeps, to the
        /// minute, when it was used last.
        async fn use_connection(
            &self, organization: OrganizationId, id: ConnectionId, now: OffsetDateTime
        ) -> Result<Option<(FoundConnection, Window)>, StoreError>;

        /// The same, without counting.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn connection(
            &self, organization: OrganizationId, id: ConnectionId
        ) -> Result<FoundConnection, StoreError>;

        /// A page of connections, the newest first.
        async fn connections(
            &self, filter: ConnectionFilter, after: Option<Cursor>, limit: u16
        ) -> Result<Page<Connection>, StoreError>;

        /// Ends a connection: the next call with it finds that. A second time changes nothing, and keeps no
        /// mail. Returns whether it was this call that ended it.
        ///
        /// # Errors
        /// [`StoreError::NotFound`].
        async fn revoke_connection(
            &self, organization: OrganizationId, id: ConnectionId, why: RevokedBecause,
            mail: Option<&NewJob>, now: OffsetDateTime
        ) -> Result<bool, StoreError>;

        /// The keys that are published at this time, the newest first.
        async fn signing_keys(&self, now: OffsetDateTime) -> Result<Vec<SigningKey>, StoreError>;

        /// Retires the published keys whose private halves cannot be read with the key of secrets that there is: nothing that
        /// they signed is good any more. Returns how many.
        async fn retire_unreadable_keys(&self, now: OffsetDateTime) -> Result<usize, StoreError>;

        /// Keeps a key in the place of `before`, which retires; none: the first of all.
        ///
        /// # Errors
        /// [`StoreError::Conflict`] when another process did it meanwhile.
        async fn rotate_signing_key(&self, before: Option<&str>, key: &SigningKey) -> Result<(), StoreError>;

        /// Deletes grants that began before `grants_before`, refresh tokens that ended before it, and clients
        /// without any connection that registered before `clients_before`. Returns how many of all.
        async fn purge_oauth(
            &self, grants_before: OffsetDateTime, clients_before: OffsetDateTime
        ) -> Result<usize, StoreError>;
    }
}
