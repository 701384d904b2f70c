//! The keys that sign tokens. They are generated and used by the port [`crate::ports::TokenSigner`].

use data_encoding::BASE64URL_NOPAD;
use ring::digest;
use serde::Serialize;
use std::fmt;
use time::{Duration, OffsetDateTime};

/// How long a retired key is still published: until its last token has expired and every process has loaded the new
/// key.
pub const RETIRED_KEY_KEPT_FOR: Duration = Duration::hours(2);

/// The public half: an uncompressed point of P-256 (0x04, x, y).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicKey {
    /// The key id (`kid`): the thumbprint of RFC 7638.
    pub id: String,
    pub point: Vec<u8>,
}

impl PublicKey {
    /// The public key of a point.
    #[must_use]
    pub fn new(point: Vec<u8>) -> Self {
        let (x, y) = coordinates(&point);
        // RFC 7638, 3: the members in this order, without spaces
        let text = format!(r#"{{"crv":"P-256","kty":"EC","x":"{x}","y":"{y}"}}"#);
        let hash = digest::digest(&digest::SHA256, text.as_bytes());
        Self { id: BASE64URL_NOPAD.encode(hash.as_ref()), point }
    }

    /// The key as JWK, for publication (RFC 7517).
    #[must_use]
    pub fn jwk(&self) -> Jwk {
        let (x, y) = coordinates(&self.point);
        let (kty, crv, usage, alg) = ("EC", "P-256", "sig", "ES256");
        Jwk { kty, crv, x, y, usage, alg, kid: self.id.clone() }
    }
}

fn coordinates(point: &[u8]) -> (String, String) {
    let of = |range| BASE64URL_NOPAD.encode(point.get(range).unwrap_or_default());
    (of(1..33), of(33..65))
}

/// A public key in JWK format.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Jwk {
    kty: &'static str,
    crv: &'static str,
    x: String,
    y: String,
    #[serde(rename = "use")]
    usage: &'static str,
    alg: &'static str,
    kid: String,
}

/// A key pair. Its `Debug` hides the private half.
#[derive(Clone, PartialEq, Eq)]
pub struct SigningKey {
    pub public: PublicKey,
    /// The private half in PKCS #8.
    pub private: Vec<u8>,
    pub created_at: OffsetDateTime,
    /// When another key replaced it; `None` for the current one.
    pub retired_at: Option<OffsetDateTime>,
}

impl SigningKey {
    /// Whether its tokens are still accepted.
    #[must_use]
    pub fn is_published(&self, now: OffsetDateTime) -> bool {
        self.retired_at.is_none_or(|at| now < at.saturating_add(RETIRED_KEY_KEPT_FOR))
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SigningKey").field("id", &self.public.id).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_published_by_its_thumbprint() {
        let point: Vec<u8> = [4].into_iter().chain(1..=64).collect();
        let key = PublicKey::new(point);
        let json = serde_json::to_value(key.jwk()).expect("written");
        let x = BASE64URL_NOPAD.decode(json["x"].as_str().expect("x").as_bytes());
        assert_eq!(x, Ok((1..=32).collect()));
        assert_eq!((&json["alg"], &json["kid"]), (&"ES256".into(), &key.id.clone().into()));
        assert_ne!(key.id, PublicKey::new([4; 65].to_vec()).id);
    }

    #[test]
    fn a_rotated_key_is_published_until_its_tokens_are_gone() {
        let now = OffsetDateTime::UNIX_EPOCH;
        let key = SigningKey {
            public: PublicKey::new(vec![4; 65]),
            private: vec![1, 2, 3],
            created_at: now,
            retired_at: Some(now),
        };
        assert!(key.is_published(now + crate::tokens::claims::ACCESS_VALID_FOR));
        assert!(!key.is_published(now + RETIRED_KEY_KEPT_FOR));
        assert!(!format!("{key:?}").contains("1, 2, 3"));
    }
}
