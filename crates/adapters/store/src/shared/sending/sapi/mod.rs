//! Tokens of SAPI-SK, and the failures of their clients. Renewals, revocations and failures of a client
//! come one after the other: each locks its key.

mod failures;
mod tokens;

use super::super::{purge, sql::*};
use access::{ApiKeyId, AttemptHash};
use sapi_sk::{Client, Failures, FoundToken, GrantId, NewTokens, TokenId, TokenStore};
use time::OffsetDateTime;

impl TokenStore for Backend {
    async fn api_client(&self, id: ApiKeyId, from: AttemptHash) -> Result<Option<Client>> {
        let mut conn = self.reader().await?;
        failures::client(read_conn!(conn), (id, from)).await
    }

    async fn count_attempt(
        &self,
        id: ApiKeyId,
        from: AttemptHash,
        now: OffsetDateTime,
    ) -> Result<Failures> {
        let mut transaction = self.begin().await?;
        let counted = failures::count(transaction.conn(), (id, from), now).await;
        transaction.finish(counted).await
    }

    async fn forget_failures(&self, id: ApiKeyId, from: AttemptHash) -> Result<()> {
        let mut conn = self.writer().await?;
        failures::forget(&mut conn, (id, from)).await
    }

    async fn add_tokens(&self, tokens: &NewTokens, from: AttemptHash) -> Result<()> {
        let mut transaction = self.begin().await?;
        let conn = transaction.conn();
        let added = async {
            failures::forget(conn, (tokens.key, from)).await?;
            tokens::insert(conn, tokens).await
        };
        let added = added.await;
        transaction.finish(added).await
    }

    async fn token(&self, hash: &[u8; 32]) -> Result<Option<FoundToken>> {
        let mut conn = self.reader().await?;
        tokens::find(read_conn!(conn), hash).await
    }

    async fn renew_tokens(&self, refresh: TokenId, tokens: &NewTokens) -> Result<()> {
        let mut transaction = self.begin().await?;
        let renewed = tokens::renew(transaction.conn(), refresh, tokens).await;
        transaction.finish(renewed).await
    }

    async fn revoke_grant(&self, grant: GrantId, now: OffsetDateTime) -> Result<()> {
        let mut transaction = self.begin().await?;
        let revoked = tokens::revoke(transaction.conn(), grant, now).await;
        transaction.finish(revoked).await
    }

    async fn purge_tokens(&self, before: OffsetDateTime) -> Result<usize> {
        let batch = |most: i64| {
            sql!(
                "DELETE FROM sapi_tokens WHERE id IN (
                   SELECT id FROM sapi_tokens WHERE expires_at < {} ORDER BY expires_at LIMIT {})",
                before,
                most
            )
        };
        purge::in_batches(self, batch).await
    }
}
