//! Secrets that are made here, sent once and kept as hashes: codes, refresh tokens, secrets of clients,
//! cookies of sessions.

#![deny(clippy::disallowed_methods)]

use data_encoding::BASE64URL_NOPAD;
use ring::digest;
use std::fmt;

/// A secret with 256 bits of chance (OAuth 2.1, 7.6 wants 128 at least). Printing one shows `***`.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// A new one.
    #[must_use]
    pub fn new(random: [u8; 32]) -> Self {
        Self(BASE64URL_NOPAD.encode(&random))
    }

    /// The text, to be sent once.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// What is kept of it.
    #[must_use]
    pub fn hash(&self) -> SecretHash {
        SecretHash::of(&self.0)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

/// SHA-256 of a secret: enough, because what is hashed cannot be guessed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SecretHash(pub [u8; 32]);

impl SecretHash {
    /// Wraps a text that a caller sent.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let mut hash = [0; 32];
        hash.copy_from_slice(digest::digest(&digest::SHA256, text.as_bytes()).as_ref());
        Self(hash)
    }
}

impl fmt::Debug for SecretHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_not_printed() {
        let secret = Secret::new([7; 32]);
        assert_eq!((secret.expose().len(), format!("{secret:?}")), (43, "***".to_owned()));
        assert_eq!(secret.hash(), SecretHash::of(secret.expose()));
        assert_eq!(format!("{:?}", secret.hash()), "***");
    }
}
