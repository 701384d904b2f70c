//! Encryption of the secrets that must be read again.

use ring::{
    aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey},
    rand::{SecureRandom, SystemRandom},
};
use std::fmt;

/// The key that encrypts secrets at rest. `Debug` prints `***`.
#[derive(Clone, PartialEq, Eq)]
pub struct SecretsKey([u8; 32]);

/// The version of cipher and layout, which is the first byte of a sealed secret.
const AES_256_GCM_V1: u8 = 1;

/// Why a secret cannot be stored or read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SecretError {
    #[error("no key for secrets")]
    NoKey,
    #[error("a secret cannot be encrypted")]
    NotSealed,
    #[error("a secret cannot be read: it was kept with another key, or changed")]
    Unreadable,
}

/// Whether a key is the one that the secrets in a database were encrypted with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SecretsKeyFits {
    /// It is the same key, or there is nothing to compare.
    Yes,
    /// It is another key.
    No,
}

impl SecretsKey {
    /// A key of random bytes. When it is lost, the secrets cannot be decrypted.
    #[must_use]
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Encrypts a secret: version, nonce, ciphertext and tag. `of` is the identity of its owner, without which it
    /// cannot be decrypted.
    pub(crate) fn seal(&self, secret: &[u8], of: &[u8]) -> Result<Vec<u8>, SecretError> {
        let mut nonce = [0; NONCE_LEN];
        SystemRandom::new().fill(&mut nonce).map_err(|_| SecretError::NotSealed)?;
        let mut body = secret.to_vec();
        self.cipher()?
            .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::from(of), &mut body)
            .map_err(|_| SecretError::NotSealed)?;
        Ok([&[AES_256_GCM_V1][..], &nonce, &body].concat())
    }

    pub(crate) fn open(&self, sealed: &[u8], of: &[u8]) -> Result<Vec<u8>, SecretError> {
        let body = sealed.strip_prefix(&[AES_256_GCM_V1]).ok_or(SecretError::Unreadable)?;
        let (nonce, body) = body.split_first_chunk::<NONCE_LEN>().ok_or(SecretError::Unreadable)?;
        let mut body = body.to_vec();
        let secret = self
            .cipher()?
            .open_in_place(Nonce::assume_unique_for_key(*nonce), Aad::from(of), &mut body)
            .map_err(|_| SecretError::Unreadable)?;
        Ok(secret.to_vec())
    }

    fn cipher(&self) -> Result<LessSafeKey, SecretError> {
        let key = UnboundKey::new(&AES_256_GCM, &self.0).map_err(|_| SecretError::NotSealed)?;
        Ok(LessSafeKey::new(key))
    }
}

impl fmt::Debug for SecretsKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_sealed_is_opened_and_nothing_else_is() {
        let key = SecretsKey::new([7; 32]);
        let sealed = key.seal(b"secret", b"row").expect("sealed");
        assert_eq!(key.open(&sealed, b"row").as_deref(), Ok(&b"secret"[..]));
        assert_ne!(key.seal(b"secret", b"row").expect("sealed"), sealed, "a nonce of its own");
        assert!(!sealed.windows(6).any(|part| part == b"secret"));
        let unreadable = Err(SecretError::Unreadable);
        assert_eq!(key.open(&sealed, b"another row"), unreadable);
        assert_eq!(SecretsKey::new([8; 32]).open(&sealed, b"row"), unreadable);
        for i in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[i] ^= 1;
            assert_eq!(key.open(&changed, b"row"), unreadable, "byte {i}");
            assert_eq!(key.open(&sealed[..i], b"row"), unreadable, "cut at {i}");
        }
    }

    #[test]
    fn it_is_not_printed() {
        assert_eq!(format!("{:?}", SecretsKey::new([7; 32])), "***");
    }
}
