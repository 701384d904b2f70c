//! Tokens of SAPI-SK, and the failures of their clients. Renewals, revocations and failures of a client are
//! serialized: each locks its key.

mod failures;
mod tokens;

use super::super::sql::*;
use access::{ApiKeyId, AttemptHash};
use sapi_sk::{Client, Failures, FoundToken, GrantId, NewTokens, TokenId, TokenStore};
use time::OffsetDateTime;

#[cfg_attr(not(test), compiled_once::compiled_once)]
impl TokenStore for Backend {
    async fn api_client(&self, id: ApiKeyId, from: AttemptHash) -> Result<Option<Client>> {
        reading!(self, conn => failures::client(conn, (id, from)))
    }

    async fn count_attempt(
        &self,
        id: ApiKeyId,
        from: AttemptHash,
        now: OffsetDateTime,
    ) -> Result<Failures> {
        within!(self, conn => failures::count(conn, (id, from), now))
    }

    async fn forget_failures(&self, id: ApiKeyId, from: AttemptHash) -> Result<()> {
        let mut conn = self.writer().await?;
        failures::forget(&mut conn, (id, from)).await
    }

    async fn add_tokens(&self, tokens: &NewTokens, from: AttemptHash) -> Result<()> {
        within!(self, conn => async {
            failures::forget(conn, (tokens.key, from)).await?;
            tokens::insert(conn, tokens).await
        })
    }

    async fn token(&self, hash: &[u8; 32]) -> Result<Option<FoundToken>> {
        reading!(self, conn => tokens::find(conn, hash))
    }

    async fn renew_tokens(&self, refresh: TokenId, tokens: &NewTokens) -> Result<()> {
        within!(self, conn => tokens::renew(conn, refresh, tokens))
    }

    async fn revoke_grant(&self, grant: GrantId, now: OffsetDateTime) -> Result<()> {
        within!(self, conn => tokens::revoke(conn, grant, now))
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
