//! The keys that sign tokens. Each private half is encrypted for its own row.

use super::super::super::{once, sql::*};
use crate::{SecretsKey, error::backend, secrets_key::SecretError};
use oauth::tokens::{PublicKey, RETIRED_KEY_KEPT_FOR, SigningKey};
use time::OffsetDateTime;

columns! {
    pub(in super::super::super) struct KeyRow {
        point: Vec<u8>,
        private: Vec<u8>,
        created_at: OffsetDateTime,
        retired_at: Option<OffsetDateTime>,
    }
}

fn belongs_to(key: &PublicKey) -> Vec<u8> {
    [b"oauth signing key ", key.id.as_bytes()].concat()
}

impl KeyRow {
    /// Its id, if its private half cannot be decrypted with this key.
    pub(super) fn unreadable(self, key: &SecretsKey) -> Option<String> {
        let public = PublicKey::new(self.point.clone());
        self.into_domain(Some(key)).is_err().then_some(public.id)
    }

    pub(in super::super::super) fn into_domain(
        self,
        key: Option<&SecretsKey>,
    ) -> Result<SigningKey> {
        let public = PublicKey::new(self.point);
        let key = key.ok_or(SecretError::NoKey).map_err(backend)?;
        let private = key.open(&self.private, &belongs_to(&public)).map_err(backend)?;
        Ok(SigningKey { public, private, created_at: self.created_at, retired_at: self.retired_at })
    }
}

pub(super) fn retire_for_good(id: &str, now: OffsetDateTime) -> Statement<'_> {
    sql!(
        "UPDATE oauth_signing_keys SET retired_at = {} WHERE id = {}",
        now - RETIRED_KEY_KEPT_FOR,
        id
    )
}

pub(super) fn seal(key: Option<&SecretsKey>, signing: &SigningKey) -> Result<Vec<u8>> {
    let key = key.ok_or(SecretError::NoKey).map_err(backend)?;
    key.seal(&signing.private, &belongs_to(&signing.public)).map_err(backend)
}

pub(in super::super::super) fn published(now: OffsetDateTime) -> Statement<'static> {
    sql!(
        "SELECT point, private, created_at, retired_at FROM oauth_signing_keys
         WHERE retired_at IS NULL OR retired_at > {} ORDER BY created_at DESC, id",
        now - RETIRED_KEY_KEPT_FOR
    )
}

/// One key signs, which a unique index enforces: the second of two concurrent rotations gets a conflict.
pub(super) async fn rotate(
    conn: &mut Conn,
    before: Option<&str>,
    key: &SigningKey,
    sealed: &[u8],
) -> Result<()> {
    if let Some(before) = before {
        let retire = sql!(
            "UPDATE oauth_signing_keys SET retired_at = {} WHERE id = {} AND retired_at IS NULL",
            key.created_at,
            before
        );
        once(retire.execute(conn).await?)?;
    }
    let row = row!("oauth_signing_keys",
        id: &key.public.id,
        point: &key.public.point,
        private: sealed,
        created_at: key.created_at,
    );
    match row.insert().execute(conn).await {
        Err(StoreError::Taken(_)) => Err(StoreError::Conflict),
        kept => kept.map(drop),
    }
}
