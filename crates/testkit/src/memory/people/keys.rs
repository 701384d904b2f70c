use crate::memory::{
    Result,
    page::page,
    store::{Data, KeptKey, MemoryStore},
};
use access::{
    AddKeyError, ApiKeyId, KeyFilter, KeyRecord, KeyScope, KeyStore, NewKey, NewKeyOwner,
};
use persistence::{Cursor, Page, StoreError};
use time::OffsetDateTime;

impl KeyStore for MemoryStore {
    async fn add_key(
        &self,
        key: &NewKey,
        most: Option<u32>,
        now: OffsetDateTime,
    ) -> Result<(), AddKeyError> {
        self.data().add_new_key(key, most, now)
    }

    async fn keys(
        &self,
        scope: Option<KeyScope>,
        filter: KeyFilter,
        after: Option<Cursor>,
        limit: u16,
    ) -> Result<Page<KeyRecord>> {
        let data = self.data();
        let wanted = |record: &KeyRecord| {
            filter.tier.is_none_or(|tier| record.tier == tier)
                && filter.state.is_none_or(|(state, now)| record.state(now) == state)
        };
        Ok(page(data.key_records(scope).filter(wanted), after, limit))
    }

    async fn key_record(&self, scope: Option<KeyScope>, id: ApiKeyId) -> Result<KeyRecord> {
        self.data().kept_key(scope, id)
    }

    async fn revoke_key(
        &self,
        scope: Option<KeyScope>,
        id: ApiKeyId,
        now: OffsetDateTime,
    ) -> Result<()> {
        let mut data = self.data();
        data.kept_key(scope, id)?;
        let kept = data.keys.iter_mut().find(|kept| kept.key.id == id);
        let kept = kept.ok_or(StoreError::NotFound)?;
        kept.revoked_at = kept.revoked_at.or(Some(now));
        Ok(())
    }

    async fn replace_key(
        &self,
        before: &KeyRecord,
        ends_at: OffsetDateTime,
        successor: &NewKey,
        most: Option<u32>,
        now: OffsetDateTime,
    ) -> Result<(), AddKeyError> {
        self.change(|data| {
            let kept = data.keys.iter_mut().find(|kept| kept.key.id == before.id);
            let kept = kept.ok_or(StoreError::NotFound)?;
            if (kept.revoked_at, kept.key.expires_at) != (before.revoked_at, before.expires_at) {
                return Err(StoreError::Conflict.into());
            }
            kept.key.expires_at = Some(ends_at);
            data.add_new_key(successor, most, now)
        })
    }
}

impl KeptKey {
    fn record(&self) -> KeyRecord {
        let NewKey { id, hint, tier, scopes, owner, name, expires_at, created_by, .. } =
            self.key.clone();
        let Self { created_at, last_used_at, revoked_at, .. } = *self;
        KeyRecord {
            id,
            name,
            hint,
            tier,
            scopes,
            owner,
            created_at,
            created_by,
            last_used_at,
            expires_at,
            revoked_at,
        }
    }
}

fn scope_of(owner: NewKeyOwner) -> KeyScope {
    match owner {
        NewKeyOwner::User { organization, .. } => KeyScope::Organization(organization),
        NewKeyOwner::Partner(partner) => KeyScope::Partner(partner),
    }
}

impl Data {
    fn key_records(&self, scope: Option<KeyScope>) -> impl Iterator<Item = KeyRecord> {
        let own =
            move |kept: &&KeptKey| scope.is_none_or(|scope| scope_of(kept.key.owner) == scope);
        self.keys.iter().filter(own).map(KeptKey::record)
    }

    fn kept_key(&self, scope: Option<KeyScope>, id: ApiKeyId) -> Result<KeyRecord> {
        self.key_records(scope).find(|record| record.id == id).ok_or(StoreError::NotFound)
    }

    /// A key that an owner or an operator makes.
    fn add_new_key(
        &mut self,
        key: &NewKey,
        most: Option<u32>,
        now: OffsetDateTime,
    ) -> Result<(), AddKeyError> {
        let usable = |record: &KeyRecord| record.state(now) == access::KeyState::Active;
        if let Some(grantor) = key.created_by
            && !self.kept_key(None, grantor).is_ok_and(|grantor| usable(&grantor))
        {
            return Err(AddKeyError::GrantorEnded);
        }
        let existing = self.key_records(Some(scope_of(key.owner))).filter(usable).count();
        if let Some(most) = most
            && existing >= usize::try_from(most).unwrap_or(usize::MAX)
        {
            return Err(AddKeyError::TooMany(most));
        }
        Ok(self.add_key(key, now)?)
    }
}
