//! The signing keys, with a cache in this process.

use super::verified::Verified;
use crate::ports::{Ports, Runtime};
use oauth::{
    ports::{OAuthStore, SignError, TokenSigner},
    tokens::{AccessClaims, Jwk, SigningKey, TokenType, invalid_token},
};
use persistence::StoreError;
use serde::Serialize;
use std::sync::{Arc, Mutex, PoisonError};
use time::{Duration, OffsetDateTime};

/// How long keys are cached: another process may rotate them.
const REMEMBERED_FOR: Duration = Duration::minutes(1);

/// How soon keys are loaded again when a token names an unknown one. The limit is needed because any caller can name
/// one.
const READ_AGAIN_AFTER: Duration = Duration::seconds(2);

/// Signs and verifies tokens with the keys of the database.
#[derive(Default)]
pub struct Signing<T> {
    signer: T,
    remembered: Mutex<Option<Remembered>>,
    verified: Verified,
}

#[derive(Clone)]
struct Remembered {
    keys: Arc<[SigningKey]>,
    at: OffsetDateTime,
}

/// Why a key is not available.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// No key could be generated.
    #[error(transparent)]
    Sign(#[from] SignError),
    /// Storage failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl<T: TokenSigner> Signing<T> {
    /// With this signer and an empty cache.
    pub fn new(signer: T) -> Self {
        Self { signer, remembered: Mutex::new(None), verified: Verified::default() }
    }

    fn remembered(&self) -> Option<Remembered> {
        self.remembered.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The keys, from the cache if it is not older than `age`.
    async fn keys(
        &self,
        store: &impl OAuthStore,
        now: OffsetDateTime,
        age: Duration,
    ) -> Result<Arc<[SigningKey]>, StoreError> {
        if let Some(known) = self.remembered()
            && known.at <= now
            && now < known.at + age
        {
            return Ok(known.keys);
        }
        let keys: Arc<[SigningKey]> = store.signing_keys(now).await?.into();
        let read = Remembered { keys: Arc::clone(&keys), at: now };
        *self.remembered.lock().unwrap_or_else(PoisonError::into_inner) = Some(read);
        Ok(keys)
    }

    /// The current signing key; the first call of an installation generates it.
    async fn current(
        &self,
        store: &impl OAuthStore,
        now: OffsetDateTime,
    ) -> Result<SigningKey, KeyError> {
        let current =
            |keys: &[SigningKey]| keys.iter().find(|key| key.retired_at.is_none()).cloned();
        if let Some(key) = current(&self.keys(store, now, REMEMBERED_FOR).await?) {
            return Ok(key);
        }
        let made = self.signer.new_key(now)?;
        match store.rotate_signing_key(None, &made).await {
            // another process generated one
            Ok(()) | Err(StoreError::Conflict) => {}
            Err(error) => return Err(error.into()),
        }
        let keys = self.keys(store, now, Duration::ZERO).await?;
        current(&keys).ok_or(KeyError::Store(StoreError::NotFound))
    }

    /// Signs a token.
    pub(super) async fn sign(
        &self,
        store: &impl OAuthStore,
        token_type: TokenType,
        claims: &(impl Serialize + Sync),
        now: OffsetDateTime,
    ) -> Result<String, KeyError> {
        let key = self.current(store, now).await?;
        Ok(self.signer.sign(&key, token_type, claims)?)
    }

    /// The claims of an access token that was signed here. The time and the audience are not checked.
    pub(super) async fn read(
        &self,
        store: &impl OAuthStore,
        token: &str,
        now: OffsetDateTime,
    ) -> Result<Result<AccessClaims, ::oauth::OAuthError>, StoreError> {
        let unknown = || invalid_token("the token was not issued here");
        let Some(id) = self.signer.key_id(token) else { return Ok(Err(unknown())) };
        let find = |keys: &[SigningKey]| keys.iter().find(|key| key.public.id == id).cloned();
        let mut key = find(&self.keys(store, now, REMEMBERED_FOR).await?);
        if key.is_none() {
            key = find(&self.keys(store, now, READ_AGAIN_AFTER).await?);
        }
        let Some(key) = key.filter(|key| key.is_published(now)) else { return Ok(Err(unknown())) };
        let read = || self.signer.read(token, TokenType::Access, &key.public);
        Ok(self.verified.claims(token, read).ok_or_else(unknown))
    }
}

/// The public keys to publish. Generates the first key.
///
/// # Errors
/// [`KeyError`].
pub async fn published_keys<P: Ports>(ports: &P) -> Result<Vec<Jwk>, KeyError> {
    let (store, now) = (ports.database(), ports.runtime().now());
    ports.signing().current(store, now).await?;
    let keys = store.signing_keys(now).await?;
    Ok(keys.iter().map(|key| key.public.jwk()).collect())
}

/// Replaces the signing key by a new one. Tokens of the old key stay valid until they expire; keys that cannot be
/// decrypted with the current secrets key are retired at once, which ends their tokens. Returns the ids of both.
///
/// # Errors
/// [`KeyError`].
pub async fn rotate_key(
    store: &impl OAuthStore,
    signer: &impl TokenSigner,
    now: OffsetDateTime,
) -> Result<(Option<String>, String), KeyError> {
    let lost = store.retire_unreadable_keys(now).await?;
    if lost > 0 {
        tracing::warn!(lost, "signing keys that cannot be decrypted were retired");
    }
    let keys = store.signing_keys(now).await?;
    let before = keys.into_iter().find(|key| key.retired_at.is_none()).map(|key| key.public.id);
    let made = signer.new_key(now)?;
    store.rotate_signing_key(before.as_deref(), &made).await?;
    Ok((before, made.public.id))
}
