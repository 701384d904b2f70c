use crate::memory::{Result, store::MemoryStore};
use access::{ApiKeyId, AttemptHash, NewKeyOwner};
use persistence::StoreError;
use sapi_sk::{Client, Failures, FoundToken, GrantId, NewTokens, TokenId, TokenStore};
use time::OffsetDateTime;

impl MemoryStore {
    fn client_of(&self, id: ApiKeyId, from: AttemptHash) -> Option<(Client, [u8; 32])> {
        let data = self.data();
        let kept = data.keys.iter().find(|kept| kept.key.id == id)?;
        let NewKeyOwner::User { organization, .. } = kept.key.owner else { return None };
        let secret_hash = kept.key.hash;
        Some((
            Client { organization, secret_hash, failures: data.sapi.failures(id, from) },
            secret_hash,
        ))
    }
}

impl TokenStore for MemoryStore {
    async fn api_client(&self, id: ApiKeyId, from: AttemptHash) -> Result<Option<Client>> {
        drop(self.call("api_client")?);
        Ok(self.client_of(id, from).map(|(client, _)| client))
    }

    async fn count_attempt(
        &self,
        id: ApiKeyId,
        from: AttemptHash,
        now: OffsetDateTime,
    ) -> Result<Failures> {
        self.client_of(id, from).ok_or(StoreError::NotFound)?;
        let mut data = self.data();
        let before = data.sapi.failures(id, from);
        data.sapi.failures.insert((id, from), before.with_failure(now));
        Ok(before)
    }

    async fn forget_failures(&self, id: ApiKeyId, from: AttemptHash) -> Result<()> {
        self.data().sapi.failures.remove(&(id, from));
        Ok(())
    }

    async fn add_tokens(&self, tokens: &NewTokens, from: AttemptHash) -> Result<()> {
        let mut data = self.data();
        data.sapi.failures.remove(&(tokens.key, from));
        data.sapi.tokens.extend(tokens.records());
        Ok(())
    }

    async fn token(&self, hash: &[u8; 32]) -> Result<Option<FoundToken>> {
        let found = self.data().sapi.tokens.iter().find(|(_, known)| known == hash).cloned();
        let Some((token, _)) = found else { return Ok(None) };
        let client = self.client_of(token.key, AttemptHash([0; 16]));
        Ok(client.map(|(Client { organization, .. }, client_hash)| FoundToken {
            token,
            organization,
            client_hash,
        }))
    }

    async fn renew_tokens(&self, refresh: TokenId, tokens: &NewTokens) -> Result<()> {
        let mut data = self.data();
        if data.sapi.end(tokens.issued_at, |token| token.id == refresh) == 0 {
            return Err(StoreError::Conflict);
        }
        data.sapi.tokens.extend(tokens.records());
        Ok(())
    }

    async fn revoke_grant(&self, grant: GrantId, now: OffsetDateTime) -> Result<()> {
        self.data().sapi.end(now, |token| token.grant == grant);
        Ok(())
    }

    async fn purge_tokens(&self, before: OffsetDateTime) -> Result<usize> {
        let mut data = self.data();
        let all = data.sapi.tokens.len();
        data.sapi.tokens.retain(|(token, _)| token.expires_at >= before);
        Ok(all - data.sapi.tokens.len())
    }
}
